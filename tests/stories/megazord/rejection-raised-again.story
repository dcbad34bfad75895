# An accepted rejection that is raised again stays closed while its place is unchanged (SPEC 12.20).
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
change src/a.rs:90
answer changes_requested
  - ruling F1 accepted "right, CART-02"
  - critical "Overflow of the sum" src/b.rs:4
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: Overflow of the sum (repeated)
fix F2
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 3: asked: You ask for changes, but no finding is critical, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes. A finding whose rejection was accepted is not opened again while its place is unchanged.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
answer approved
> pass 3: approved; resolved F2; progress
> -> proceed by host, outcome approved; loop_status
