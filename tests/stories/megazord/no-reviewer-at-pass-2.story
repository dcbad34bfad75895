# An absent reviewer uses no pass and resolves nothing, in a re-review either (SPEC 4, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
unavailable "no agent of that name"
> -> proceed by host, outcome unreviewed; review_task
>    F1! critical: The discount is ignored
status
> why: no reviewer could run for 03-01 Task 2 (no agent of that name); go on, and try again at the plan boundary with this call
> warning: 03-01 Task 2 is unreviewed
> warning: F1 critical: The discount is ignored
unavailable "still none"
> -> proceed by host, outcome unreviewed; review_task
>    F1! critical: The discount is ignored
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
