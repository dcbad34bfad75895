# A request for changes without a blocking finding or a reason: asked once, then the pass is used up and a fresh review follows (SPEC 4, 5.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - medium "A magic number" src/b.rs:4
> pass 1: asked: You ask for changes, but no finding is critical or high or an unmet requirement, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer changes_requested
  - medium "A magic number" src/b.rs:4
> pass 1: unclear (said changes_requested)
> -> review by reviewer, countersign-reviewer, reason fresh; review_task
status
> why: the last review of CART used up its pass without an answer that counts; a fresh one is due
answer approved_with_notes
> pass 2: approved_with_notes; still open F1
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 medium: A magic number (repeated)
