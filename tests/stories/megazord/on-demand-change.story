# The on-demand review is of a change; it runs by the same rules (SPEC 4.1 `/mz:review`).
protocol megazord
open change manual
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
