# From pass 2 new findings below blocking are notes and never touch the verdict (SPEC 6.6).
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
answer changes_requested
  - low "A typo" src/b.rs:30
  - medium "A long function" src/b.rs:40 why "hard to read"
> pass 2: asked: You ask for changes, but no finding is critical or high or an unmet requirement, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer approved_with_notes
  - low "A typo" src/b.rs:30
> pass 2: approved (said approved_with_notes); resolved F1; progress
> -> proceed by host, outcome approved; loop_status
>    F2 low: A typo (late)
status
> why: CART is approved; 1 note came too late to count
