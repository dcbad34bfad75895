# A choice at the limit is not for ever: reopened, one more attempt is reviewed, then the user is asked again (SPEC 6.2).
protocol gsd max_passes=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 1: changes_requested
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! unmet requirement: Honours discounts
decide commit
> -> proceed by host, commit separate, outcome accepted_with_issues, options reopen, files src/a.rs src/b.rs src/new.rs; loop_status
decide reopen
> -> review by reviewer, gsd-execution-reviewer, reason re_review; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
> pass 2: rejected (said changes_requested); no progress [ignored_finding]
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! Critical: Honours discounts (repeated)
