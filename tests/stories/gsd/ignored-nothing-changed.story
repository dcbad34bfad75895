# A retry that changed nothing at all ignored every finding, those without a place too (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
answer changes_requested
  - high "Honours discounts" spec cites "Honours discounts"
> pass 2: rejected (said changes_requested); no progress [ignored_finding]
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1! Critical: Honours discounts (repeated)
