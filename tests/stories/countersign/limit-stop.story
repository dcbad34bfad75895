# At the limit the user stops; a person may reopen later, counters go on (SPEC 4, 6.2).
protocol countersign max_passes=1
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: The total overflows
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
status
> why: CART was stopped by choice: nothing is done further without the user
> warning: F1 high: The total overflows
decide reopen
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 2: changes_requested; no progress
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: The total overflows (repeated)
