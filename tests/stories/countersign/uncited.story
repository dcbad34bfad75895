# A blocking spec finding must cite: asked once, then held to cite the subject, and it blocks (SPEC 4.1, 4.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Totals ignore discounts" src/a.rs:10 spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "Totals ignore discounts".
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer changes_requested
  - high "Totals ignore discounts" src/a.rs:10 spec
> pass 1: changes_requested [citation_assumed]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Totals ignore discounts (citation_assumed)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
