# Calls that are not due are refused and change nothing.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
respond
  - F1 fixed "done"
> not taken: no finding F1 in this loop; open are: none
> -> review by reviewer, countersign-reviewer, reason first; review_task
decide accept
> refused: choice "accept" is not offered now
escalate "too hard"
> refused: this is not due now: the loop waits for its next review to be opened
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
respond
  - F1 fixed "done"
> refused: loop rl-story is closed: approved
tests failed a
> refused: loop rl-story is closed: approved
