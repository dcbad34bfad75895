# At the limit, skip: the paths to restore and the files to remove are named (SPEC 4.3).
protocol gsd max_passes=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Honours discounts
decide skip
> -> proceed by host, outcome skipped, options reopen, files src/a.rs src/b.rs, added src/new.rs; loop_status
status
> why: 42 is skipped, as was chosen: restore what `files` names as bbbbbbbb has them, remove what `added` names, and go on without it
> warning: F1 unmet requirement: Honours discounts
