# At the limit the user chooses; commit: the files to commit are named (SPEC 4.3).
protocol gsd max_passes=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Honours discounts
status
> why: this is the user's choice, not an agent's
> question: 42 has 1 blocking finding open, and the limit of 1 pass is reached. `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
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
