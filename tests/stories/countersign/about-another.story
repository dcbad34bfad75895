# An answer about another task is asked about once, and files nothing here.
protocol countersign
open task 03-01 2
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
  - about "03-01 Task 7"
> pass 1: asked: Your answer says it is about "03-01 Task 7". This review is of 03-01 Task 2. Send the review of that, or correct the field that says so.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer approved
  - about "03-01 Task 7"
> pass 1: unclear (said approved) [wrong_pass]
> -> review by reviewer, countersign-reviewer, reason fresh; review_task
status
> why: the last review of 03-01 Task 2 used up its pass without an answer that counts; a fresh one is due
