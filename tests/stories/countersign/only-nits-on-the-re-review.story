# A re-review that requests changes for nits alone: asked once, then the pass is used up and nothing is approved by it (SPEC 5.6, 6.6).
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
> pass 2: asked: You ask for changes, but no finding is critical or high or an unmet requirement, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer changes_requested
  - low "A typo" src/b.rs:30
> pass 2: unclear (said changes_requested); resolved F1
> -> review by reviewer, countersign-reviewer, reason fresh; review_task
status
> why: the last review of CART used up its pass without an answer that counts; a fresh one is due
