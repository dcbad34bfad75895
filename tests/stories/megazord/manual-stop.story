# Manual, stop: the execution stops; only a person reopens the loop (SPEC 4.1, 6.2).
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
status
> why: 03-01 Task 2 was stopped by choice: nothing is done further without the user
> warning: F1 critical: The discount is ignored
pass
> refused: loop rl-story is closed: aborted
