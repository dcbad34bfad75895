# An absent reviewer at a retry asks the user, the open findings before him (SPEC 4).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
fix F1
unavailable "the agent is not installed"
> -> ask_user by human, tier user, options retry commit skip stop; decide
>    F1! unmet requirement: Honours discounts
decide commit
> -> proceed by host, commit separate, outcome accepted_with_issues, options reopen, files src/a.rs src/b.rs src/new.rs; loop_status
status
> why: 42 goes on with what is open, as was chosen: commit its files
> summary: ### Unresolved Review Findings
>
> **42**
>
> - F1 unmet requirement: Honours discounts (src/a.rs:10)
>
> warning: F1 unmet requirement: Honours discounts
