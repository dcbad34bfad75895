# Work a few lines from the place is no ignored finding, though it resolves nothing (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
change src/a.rs:16
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 2: changes_requested; no progress
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts (repeated)
