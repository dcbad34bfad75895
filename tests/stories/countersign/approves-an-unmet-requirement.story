# An approval beside an unmet requirement does not hold (SPEC 5.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
  - medium "Totals ignore discounts" src/a.rs:10 spec cites CART-01
> pass 1: changes_requested (said approved) [verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! medium: Totals ignore discounts
