# A second review of a loop that a person ended changes nothing of that choice: what was stopped stays stopped.
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
dissent changes_requested
  - high "No test" src/b.rs:4
> pass 1: changes_requested; still open F1
> -> stop by host, outcome aborted, options reopen; loop_status
