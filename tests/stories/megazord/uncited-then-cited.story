# Asked once, the reviewer cites the requirement: nothing is assumed (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "No discount" src/a.rs:10 spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "No discount".
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
answer changes_requested
  - critical "No discount" src/a.rs:10 spec cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount
