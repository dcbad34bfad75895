# No reviewer for the re-review: the user is asked; what is open stays open (SPEC 4).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
fix F1
respond
  - F1 fixed "u64"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
pass
> -> review by reviewer, countersign-reviewer, reason re_review; record_findings
unavailable "no such agent"
> -> ask_user by human, tier user, options retry accept stop; decide
>    F1! high: The total overflows
status
> why: this is the user's choice, not an agent's
> question: No reviewer could run for CART (no such agent). `retry`: try the review again; `accept`: go on with what is open; `stop`: stop here.
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
