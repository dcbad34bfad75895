# Once a fix is recorded a second review is kept, and changes nothing (SPEC 6.3).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
fix F1
respond
  - F1 fixed "u64"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
dissent changes_requested
  - high "No test" src/b.rs:4
> pass 1: changes_requested; still open F1
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
