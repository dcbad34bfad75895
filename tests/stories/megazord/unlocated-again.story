# A finding without a place, raised again in the same words, is the same finding.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "Nothing is logged when the payment fails" quality
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: Nothing is logged when the payment fails
change src/a.rs:1
answer changes_requested
  - critical "Nothing is logged when the payment fails" quality
> pass 2: changes_requested; no progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: Nothing is logged when the payment fails (repeated)
