# No reviewer can run: the task stays unreviewed and is tried again at the plan boundary, under the same pass (SPEC 4, no reviewer can run).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
unavailable "nested subagents are not allowed here"
> -> proceed by host, outcome unreviewed; review_task
status
> why: no reviewer could run for 03-01 Task 2 (nested subagents are not allowed here); go on, and try again at the plan boundary with this call
> warning: 03-01 Task 2 is unreviewed
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
