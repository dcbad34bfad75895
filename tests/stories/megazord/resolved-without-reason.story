# Resolved by id without a reason closes nothing; an unknown id is said (SPEC 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored"
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
change src/b.rs:4
answer approved
  - resolved F1
  - resolved F9 "it is gone"
> pass 2: changes_requested (said approved); still open F1; no progress [resolved_without_reason unknown_ids verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
