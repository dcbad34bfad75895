# Spec and quality may come in two calls; both close the pass, the stricter verdict holds (SPEC 3, 4.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer spec approved
> pass 1: spec stage recorded
> -> review by reviewer, countersign-reviewer, reason first; record_findings
answer spec approved
> refused: pass 1 holds this very answer already
answer quality changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
