# A finding that was resolved and is raised again at its place is the same one, reopened (SPEC 2, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
  - critical "Taxes are added twice" src/b.rs:4
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2! critical: Taxes are added twice
fix F1
answer changes_requested
  - critical "Taxes are added twice" src/b.rs:4
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: Taxes are added twice (repeated)
fix F2
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 3: changes_requested; resolved F2; progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
