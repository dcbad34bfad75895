# Rejections are ruled on as in any system with responses: overruled once, it can only be fixed.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
respond
  - F1 rejected "MAX_ITEMS bounds the loop, the sum stays below 2^31"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved
> pass 2: asked: You approve, but the fixer rejected F1 and you have not ruled on it. Rule on each in the array `rulings`: `accepted` when the reason holds and the finding falls, `overruled` when the finding stands.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer approved
  - ruling F1 overruled "prices are not bounded"
> pass 2: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows (repeated, overruled)
respond
  - F1 rejected "prices are bounded by src/b.rs:4, which rejects more"
> not taken: the rejection of F1 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows (repeated, overruled)
