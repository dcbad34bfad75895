# High and critical block, medium and lower are notes (SPEC 4).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved_with_notes
  - high "The total overflows" src/a.rs:10
  - medium "A magic number" src/b.rs:4
> pass 1: changes_requested (said approved_with_notes) [verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
>    F2 medium: A magic number
fix F1
respond
  - F1 fixed "u64"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved_with_notes
> pass 2: approved_with_notes; resolved F1; still open F2; progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F2 medium: A magic number (repeated)
status
> why: CART is approved with 1 open note
