# A critical is not lowered to a warning while its place is unchanged and no reason is given (SPEC 6.5, 12.2).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
change src/b.rs:4
answer approved_with_notes
  - medium "The discount is ignored" src/a.rs:10 id F1
> pass 2: changes_requested (said approved_with_notes); no progress [severity_kept verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
change src/b.rs:5
answer approved_with_notes
  - medium "The discount is ignored" src/a.rs:10 id F1 why "the new guard makes it a matter of style"
> pass 3: approved_with_notes; no progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: The discount is ignored (repeated)
