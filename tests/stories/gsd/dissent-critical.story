# A second review that says CRITICAL is the stricter one while no fix is recorded: restore and do it again (SPEC 6.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
dissent rejected
  - critical "Anybody may delete the cart" src/b.rs:4
> pass 1: rejected; still open F1
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F2! Critical: Anybody may delete the cart
>    F1! unmet requirement: Honours discounts
