# The same where responses are nobody's duty: who rejects claims no fix, and silence does not close it (SPEC 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
change src/a.rs:10
respond
  - F1 rejected "the discount is taken in total()"
> -> review by reviewer, mz-reviewer, reason re_review; review_task
answer approved
> pass 2: changes_requested (said approved); still open F1; no progress [rejection_unruled verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
answer approved
  - ruling F1 accepted "true, it is"
> pass 3: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
