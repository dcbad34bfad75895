# A low unmet requirement with its reason: a request for it holds, an approval with it is one with notes.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - low "The total has no currency" src/b.rs:4 spec cites CART-02 why "the criterion names it"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; review_task
>    F1 low: The total has no currency
answer approved_with_notes
  - low "The total has no currency" src/b.rs:4 spec cites CART-02
> pass 2: approved_with_notes; no progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 low: The total has no currency (repeated)
