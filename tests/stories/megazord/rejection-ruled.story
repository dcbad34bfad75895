# A rejected finding wants a ruling; accepted it falls and is not raised again while its place is unchanged (SPEC 6.5, 12.20).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
  - critical "Overflow of the sum" src/b.rs:4
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2! critical: Overflow of the sum
respond
  - F1 rejected "discounts come with CART-02"
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2! critical: Overflow of the sum
fix F2
answer approved
  - ruling F1 accepted "right, CART-02"
  - resolved F2 "checked sum"
> pass 2: approved; resolved F1 F2; progress
> -> proceed by host, outcome approved; loop_status
