# A blocking finding is not lowered without its place changed or a reason (SPEC 6.5).
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
  - low "The total overflows" src/a.rs:10 id F1
> pass 2: changes_requested (said approved_with_notes); no progress [severity_kept verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows (repeated)
respond
  - F1 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved_with_notes
  - low "The total overflows" src/a.rs:10 id F1 why "carts are limited to 100 items"
> pass 3: approved_with_notes; no progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 low: The total overflows (repeated)
