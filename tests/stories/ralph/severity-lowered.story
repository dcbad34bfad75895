# A FAIL that becomes a WARNING without a reason stays a FAIL (SPEC 6.5).
protocol ralph
open artifact login/tasks
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "Task 2 has no Verify" category Completeness
> pass 1: changes_requested
> -> revise by author, task-planner, files specs/login/tasks.md; review_task
>    F1! FAIL: Task 2 has no Verify
answer approved
  - medium "Task 2 has no Verify" category Completeness
> pass 2: changes_requested (said approved); no progress [severity_kept verdict_vs_findings]
> -> revise by author, task-planner, files specs/login/tasks.md; review_task
>    F1! FAIL: Task 2 has no Verify (repeated)
answer approved
  - medium "Task 2 has no Verify" category Completeness why "the phase's gate runs the same command"
> pass 3: approved_with_notes (said approved); no progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 WARNING: Task 2 has no Verify (repeated)
