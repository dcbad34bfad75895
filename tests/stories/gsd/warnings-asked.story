# NEEDS_FIX on one warning names nothing that may block: asked once, then the attempt's review is used up (SPEC 4.3, 5.6).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - medium "A magic number" src/b.rs:4
> pass 1: asked: You ask for changes, but no finding is Critical or an unmet requirement, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
answer changes_requested
  - medium "A magic number" src/b.rs:4
> pass 1: unclear (said changes_requested)
> -> review by reviewer, gsd-execution-reviewer, reason fresh; review_task
