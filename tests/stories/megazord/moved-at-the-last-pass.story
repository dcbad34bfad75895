# An answer to what moved at the last pass uses none: the pass is still to come, and approves what is there now.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "One apple" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: One apple
fix F1
answer changes_requested
  - critical "One apple" src/a.rs:10 cites CART-01
> pass 2: changes_requested; no progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: One apple (repeated)
fix F1
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
stale changes_requested
> -> review by reviewer, mz-reviewer, reason stale; review_task
status
> why: 03-01 Task 2 moved while it was reviewed; review what is there now
pass
> -> review by reviewer, mz-reviewer, reason stale; record_findings
status
> why: 03-01 Task 2 moved while it was reviewed; what is there now is to be reviewed (pass 3 of 3). review_task with this loop_id gives its brief again
answer approved
  - resolved F1 "there is one apple now"
> pass 3: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
status
> why: 03-01 Task 2 is approved
