# What was shown under an id while it was asked about lends that id to nothing else.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - critical "The total is wrong" src/a.rs:7 spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "The total is wrong".
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer changes_requested
  - high "The handle leaks" src/b.rs:3 quality
> pass 1: changes_requested [dropped_when_asked citation_assumed]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! critical: The total is wrong (citation_assumed)
>    F2! high: The handle leaks
