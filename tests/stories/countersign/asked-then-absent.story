# What a reviewer said stands, though he was asked about it and none can run after him (SPEC 6.5).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - critical "The total is wrong" src/a.rs:7 spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "The total is wrong".
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
unavailable "session limit reached"
> -> ask_user by human, tier user, options retry accept stop; decide
>    F1! critical: The total is wrong
status
> why: this is the user's choice, not an agent's
> question: No reviewer could run for CART (session limit reached). `retry`: try the review again; `accept`: go on with what is open; `stop`: stop here.
decide accept
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
status
> why: CART goes on with what is open, as was chosen
> summary: ### Unresolved Review Findings
>
> **CART**
>
> - F1 critical: The total is wrong (src/a.rs:7)
>
> warning: F1 critical: The total is wrong
