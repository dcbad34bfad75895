# Manual at the limit: the user is asked here too; there is no fourth pass to fix for (SPEC 4.1, 4 limit).
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: The discount is ignored
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 2: changes_requested; no progress
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: The discount is ignored (repeated)
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
fix F1
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 3: changes_requested; no progress
> -> ask_user by human, tier user, options continue stop; decide
>    F1! critical: The discount is ignored (repeated)
status
> why: this is the user's choice, not an agent's
> question: 03-01 Task 2 has 1 blocking finding open, and the limit of 3 passes is reached. `continue`: go on with what is open; `stop`: stop the execution here.
decide fix
> refused: choice "fix" is not offered now
decide continue
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
