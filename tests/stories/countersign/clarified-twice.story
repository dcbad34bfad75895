# Two different questions in one pass: only one clarification (SPEC 6.7).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer unclear
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with `verdict`, `findings` and `resolved`.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer changes_requested
  - medium "A magic number" src/b.rs:4
> pass 1: unclear (said changes_requested)
> -> review by reviewer, countersign-reviewer, reason fresh; review_task
status
> why: the last review of CART used up its pass without an answer that counts; a fresh one is due
