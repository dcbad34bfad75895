# At the limit, stop: the execution stops, the work tree stays as it is (SPEC 4.3).
protocol gsd max_passes=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Honours discounts
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
status
> why: 42 was stopped by choice: nothing is done further without the user
> warning: F1 unmet requirement: Honours discounts
