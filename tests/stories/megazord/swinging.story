# A critical that takes an earlier one back is met by the limit rule, never by a plain fix (SPEC 4 swinging, 6.6).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "Round each line" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: Round each line
fix F1
answer changes_requested
  - critical "Do not round, the sum drifts" src/a.rs:12 reverses F1
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the reviews of 03-01 Task 2 ask for opposite things; it goes on with its findings unresolved
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> the reviews of 03-01 Task 2 ask for opposite things; it goes on with its findings unresolved.
>
> - F2 critical: Do not round, the sum drifts (src/a.rs:12)
>
> warning: F2 critical: Do not round, the sum drifts
