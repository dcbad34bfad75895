# Two rows of one dimension are two findings; one of them passing does not close the other.
protocol ralph
open artifact login/tasks
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "Task 2 has no Verify" category Completeness
  - high "Task 3 has no Commit" category Completeness
> pass 1: changes_requested
> -> revise by author, task-planner, files specs/login/tasks.md; review_task
>    F1! FAIL: Task 2 has no Verify
>    F2! FAIL: Task 3 has no Commit
change specs/login/tasks.md:20
answer changes_requested
  - high "Task 3 has no Commit" category Completeness
> pass 2: changes_requested; still open F1; no progress
> -> revise by author, task-planner, files specs/login/tasks.md; review_task
>    F1! FAIL: Task 2 has no Verify (repeated)
>    F2! FAIL: Task 3 has no Commit (repeated)
