# A loop whose branch or file is gone is given up by choice (SPEC 6.2).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
decide abandon
> -> stop by host, outcome abandoned; loop_status
status
> why: the review of 03-01 Task 2 was given up by choice
> warning: F1 critical: The discount is ignored
