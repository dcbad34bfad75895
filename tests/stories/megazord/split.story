# Of the parts of a split finding one keeps the id, the other is new (SPEC 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored in totals and taxes" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored in totals and taxes
change src/b.rs:4
answer changes_requested
  - critical "The discount is ignored in totals" src/a.rs:10
  - critical "The discount is ignored in taxes" src/a.rs:10
> pass 2: changes_requested; no progress [part_of]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored in totals and taxes; now: The discount is ignored in totals (repeated)
>    F2! critical: The discount is ignored in taxes (late)
