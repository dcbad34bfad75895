# A critical raised late counts as any other; it needs no reason here (SPEC 4 late findings, 6.6).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer changes_requested
  - critical "Anybody may delete the cart" src/b.rs:40
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: Anybody may delete the cart (late)
