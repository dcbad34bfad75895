# Responses are not asked for; a rejection that comes all the same stays open until it is ruled on.
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "The counter is never reset" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: The counter is never reset
respond
  - F1 rejected "the counter lives in the session, which login() drops"
> -> review by reviewer, spec-reviewer, reason re_review; review_task
answer approved
  - ruling F1 accepted "true"
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
