# A renamed file comes back under its old name, and its new one is removed (SPEC 4.3).
protocol gsd max_passes=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
rename src/b.rs src/z.rs
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Honours discounts
decide skip
> -> proceed by host, outcome skipped, options reopen, files src/a.rs src/b.rs, added src/new.rs src/z.rs; loop_status
