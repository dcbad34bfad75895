# The next reviewer is told of it and resolves it by its id (SPEC 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
pass
> -> review by reviewer, mz-reviewer, reason first; record_findings
change src/a.rs:10
stale changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
  - medium "One apple" src/b.rs:4
> -> review by reviewer, mz-reviewer, reason stale; review_task
answer approved
  - resolved F1 "it is taken by now"
> pass 1: approved_with_notes (said approved); resolved F1; still open F2
> -> proceed by host, outcome approved_with_notes; loop_status
>    F2 warning: One apple
