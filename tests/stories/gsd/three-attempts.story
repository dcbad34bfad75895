# Two retries, three attempts, then the user; no fourth review in between (SPEC 4).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
fix F1
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 2: changes_requested; no progress
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts (repeated)
fix F1
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 3: changes_requested; no progress
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Honours discounts (repeated)
pass
> refused: this is not due now: the loop waits for a choice
decide fix
> refused: choice "fix" is not offered now
