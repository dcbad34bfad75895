# Manual, continue: the task goes on with its findings, by a person's choice (SPEC 4.1).
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: The discount is ignored
decide continue
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
status
> why: 03-01 Task 2 goes on with what is open, as was chosen
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> - F1 critical: The discount is ignored (src/a.rs:10)
>
> warning: F1 critical: The discount is ignored
