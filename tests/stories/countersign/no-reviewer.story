# No reviewer can run: the user is asked; what is accepted is never called approved (SPEC 4).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
pass
> -> review by reviewer, countersign-reviewer, reason first; record_findings
unavailable "no such agent"
> -> ask_user by human, tier user, options retry accept stop; decide
status
> why: this is the user's choice, not an agent's
> question: No reviewer could run for CART (no such agent). `retry`: try the review again; `accept`: go on with what is open; `stop`: stop here.
decide retry
> -> review by reviewer, countersign-reviewer, reason first; review_task
unavailable "no such agent"
> -> ask_user by human, tier user, options retry accept stop; decide
decide accept
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
status
> why: CART goes on with what is open, as was chosen
> summary: ### Unresolved Review Findings
>
> **CART**
>
> - No reviewer could run.
>
> warning: no reviewer looked at CART
