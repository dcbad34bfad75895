# Changes asked for on an architectural concern alone rest on nothing that blocks: asked once, then the pass is used up (SPEC 4.1, 5.6).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The module knows too much" src/a.rs:10 architectural
> pass 1: asked: You ask for changes, but no finding is critical, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes. A concern of architecture is noted and never blocks.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
answer changes_requested
  - critical "The module knows too much" src/a.rs:10 architectural
> pass 1: unclear (said changes_requested) [architectural_cap]
> -> review by reviewer, mz-reviewer, reason fresh; review_task
status
> why: the last review of 03-01 Task 2 used up its pass without an answer that counts; a fresh one is due
