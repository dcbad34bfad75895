# "Too hard" goes to the user here: there is no tier after the executor (SPEC 3, 4).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
escalate "the price rules are beyond me"
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Honours discounts
status
> why: this is the user's choice, not an agent's
> question: 42 has 1 blocking finding open, and the fixer says that it is beyond him (the price rules are beyond me). `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
