# Manual mode: a blocking review is put before the user.
protocol countersign mode=manual
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix accept stop; decide
>    F1! high: The total overflows
status
> why: this is the user's choice, not an agent's
> question: The review of CART found 1 blocking finding. `fix`: mend the findings; `accept`: go on with them open; `stop`: stop here.
decide fix
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
respond
  - F1 fixed "u64"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 2: changes_requested; no progress
> -> ask_user by human, tier user, options fix accept stop; decide
>    F1! high: The total overflows (repeated)
decide accept
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
