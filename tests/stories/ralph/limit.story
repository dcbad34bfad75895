# The third failed iteration: on, with the warning of the system's log (SPEC 4).
protocol ralph
open artifact login/tasks
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "Task 2 has no Verify" category Completeness
> pass 1: changes_requested
> -> revise by author, task-planner, files specs/login/tasks.md; review_task
>    F1! FAIL: Task 2 has no Verify
change specs/login/tasks.md:20
answer changes_requested
  - high "Task 2 has no Verify" category Completeness
> pass 2: changes_requested; no progress
> -> revise by author, task-planner, files specs/login/tasks.md; review_task
>    F1! FAIL: Task 2 has no Verify (repeated)
change specs/login/tasks.md:21
answer changes_requested
  - high "Task 2 has no Verify" category Completeness
> pass 3: changes_requested; no progress [third_time]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS; login/tasks goes on with its findings unresolved
> summary: ### Review Warning: tasks
>
> **login/tasks**
>
> Max iterations (3) reached without REVIEW\_PASS; login/tasks goes on with its findings unresolved.
>
> - F1 CRITICAL: Task 2 has no Verify
>
> warning: F1 CRITICAL: Task 2 has no Verify
