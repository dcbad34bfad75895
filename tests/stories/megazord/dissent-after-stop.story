# A second review of a loop that a person has stopped is kept, and opens nothing (SPEC 6.2, 6.3).
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: The discount is ignored
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
dissent changes_requested
  - critical "Overflow of the sum" src/b.rs:4
> pass 1: changes_requested; still open F1
> -> stop by host, outcome aborted, options reopen; loop_status
