# A pass of another task is no pass of this one, and no missing signal either.
protocol ralph
open task 1
> -> review by reviewer, spec-reviewer, reason first; review_task
answer approved
  - about "Task 2"
> pass 1: unclear (said approved) [wrong_pass]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
status
> why: the last review of tasks Task 1 used up its pass without an answer that counts; a fresh one is due
