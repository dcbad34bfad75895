# A quality finding without a place is kept, and blocks by its severity; silence does not close it (SPEC 4.1, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "Errors are swallowed" quality
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: Errors are swallowed
change src/a.rs:10
answer approved
> pass 2: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: Errors are swallowed (repeated)
answer approved
  - resolved F1 "each error is returned now"
> pass 3: approved; resolved F1; no progress [resolved_unchanged]
> -> proceed by host, outcome approved; loop_status
