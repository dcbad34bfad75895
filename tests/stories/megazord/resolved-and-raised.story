# Resolved and raised in one answer: it stays open (SPEC 5.6 resolved_vs_findings).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer approved
  - resolved F1 "it is subtracted"
  - critical "The discount is ignored" src/a.rs:10
> pass 2: changes_requested (said approved); no progress [resolved_vs_findings verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
