# The system has one tier: "too hard" finds nobody to go to, and is met by a clear refusal (SPEC 3, 4).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
escalate "it is beyond me"
> refused: escalate has no place here: megazord has no further tier
