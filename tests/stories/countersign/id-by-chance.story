# An id repeated by chance is no identity: title, place or requirement must agree (SPEC 6.5).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
respond
  - F1 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved_with_notes
  - low "A typo in a comment" src/b.rs:99 id F1
> pass 2: changes_requested (said approved_with_notes); still open F1; no progress [duplicate_ids verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows (repeated)
>    F2 low: A typo in a comment (late)
