# A spec finding that cites what is not met blocks from medium on; a low one is a note (SPEC 4).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - medium "Totals ignore discounts" src/a.rs:10 spec cites CART-01
  - low "The total has no currency" src/b.rs:4 spec cites CART-02
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! medium: Totals ignore discounts
>    F2 low: The total has no currency
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
