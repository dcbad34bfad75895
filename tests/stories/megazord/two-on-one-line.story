# Two findings on one line do not merge (SPEC 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
  - critical "Overflow of the sum" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2! critical: Overflow of the sum
change src/b.rs:4
answer changes_requested
  - critical "Overflow of the sum" src/a.rs:10
  - critical "The discount is ignored" src/a.rs:10
> pass 2: changes_requested; no progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
>    F2! critical: Overflow of the sum (repeated)
