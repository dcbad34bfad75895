# At the limit the user accepts: on with the findings open, said (SPEC 4).
protocol countersign max_passes=1
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: The total overflows
decide accept
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
status
> why: CART goes on with what is open, as was chosen
> summary: ### Unresolved Review Findings
>
> **CART**
>
> - F1 high: The total overflows (src/a.rs:10)
>
> warning: F1 high: The total overflows
