# Swinging asks the user, with both positions (SPEC 4, 6.6).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Round each line" src/a.rs:10 spec cites "Rounding"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Round each line
fix F1
answer changes_requested
  - high "Do not round, the sum drifts" src/a.rs:12 spec cites "Rounding" reverses F1
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> ask_user by human, tier user, options commit skip stop; decide
>    F2! unmet requirement: Do not round, the sum drifts (late)
status
> why: this is the user's choice, not an agent's
> question: The reviews of 42 ask for opposite things: pass 1 asked for "Round each line" (F1); pass 2 asks for "Do not round, the sum drifts" (F2). `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
