# An untouched finding that nobody mentions stays open and blocks as it did (SPEC 6.5).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
change src/b.rs:4
answer approved
> pass 2: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts (repeated)
