# A file put back to what it was swings: the user is asked (SPEC 4, 6.6).
protocol gsd max_passes=5
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Round each line" src/a.rs:10 spec cites "Rounding"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Round each line
fix F1
answer changes_requested
  - high "Sums exactly" src/a.rs:10 spec cites "Exactness"
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F2! unmet requirement: Sums exactly (fix_induced)
put-back src/a.rs 1
answer changes_requested
  - high "Rounding is missing" src/a.rs:10 spec cites "Rounding"
> pass 3: changes_requested; resolved F2; no progress [swinging]
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Round each line; now: Rounding is missing (repeated)
status
> why: this is the user's choice, not an agent's
> question: The reviews of 42 ask for opposite things: src/a.rs is again what it was in pass 1; pass 3 asks for "Rounding is missing" (F1). `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
