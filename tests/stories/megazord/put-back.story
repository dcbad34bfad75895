# A file whose content returns to what it was swings too (SPEC 6.6).
protocol megazord max_passes=5
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "Round each line" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: Round each line
fix F1
answer changes_requested
  - critical "The sum drifts by cents" src/a.rs:10
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: The sum drifts by cents (fix_induced)
put-back src/a.rs 1
answer changes_requested
  - critical "Rounding is missing here" src/a.rs:10
> pass 3: changes_requested; resolved F2; no progress [swinging]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the reviews of 03-01 Task 2 ask for opposite things; it goes on with its findings unresolved
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> The reviews of 03-01 Task 2 ask for opposite things; it goes on with its findings unresolved.
>
> - F1 critical: Rounding is missing here (src/a.rs:10)
>
> warning: F1 critical: Rounding is missing here
