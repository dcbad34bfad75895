# A finding that the executor rejected was answered, not ignored; raised again it is overruled (SPEC 4.3, 6.5).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
respond
  - F1 rejected "discounts are another change"
> -> review by reviewer, gsd-execution-reviewer, reason re_review; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 2: changes_requested; no progress
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts (repeated, overruled)
