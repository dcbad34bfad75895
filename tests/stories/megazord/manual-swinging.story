# Manual, swinging: the user sees both positions (SPEC 4.1, 6.6).
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "Round each line" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: Round each line
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: Round each line
fix F1
answer changes_requested
  - critical "Do not round, the sum drifts" src/a.rs:12 reverses F1
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> ask_user by human, tier user, options fix continue stop; decide
>    F2! critical: Do not round, the sum drifts (late)
status
> why: this is the user's choice, not an agent's
> question: The reviews of 03-01 Task 2 ask for opposite things: pass 1 asked for "Round each line" (F1); pass 2 asks for "Do not round, the sum drifts" (F2). `fix`: the executor mends the findings; `continue`: go on with what is open; `stop`: stop the execution here.
decide continue
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
