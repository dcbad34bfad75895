# A loop can be given up at any step; nothing is approved by it (SPEC 6.2).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
decide abandon
> -> stop by host, outcome abandoned; loop_status
status
> why: the review of CART was given up by choice
> warning: F1 high: The total overflows
