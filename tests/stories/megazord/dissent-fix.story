# The user sides with the second review: its findings are fixed (SPEC 6.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! critical: The discount is ignored
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
