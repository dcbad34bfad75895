# Three answers in a row to a subject that moved, then the user is asked; none used a pass (SPEC 6.7, 7.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
pass
> -> review by reviewer, mz-reviewer, reason first; record_findings
stale
> -> review by reviewer, mz-reviewer, reason stale; review_task
pass
> -> review by reviewer, mz-reviewer, reason stale; record_findings
stale
> -> review by reviewer, mz-reviewer, reason stale; review_task
pass
> -> review by reviewer, mz-reviewer, reason stale; record_findings
stale
> -> ask_user by human, tier user, options review_now stop; decide
status
> why: this is the user's choice, not an agent's
> question: 03-01 Task 2 moved under 3 reviews in a row (make sure nobody is editing it). `review_now`: review what is there now; `stop`: stop here.
decide review_now
> -> review by reviewer, mz-reviewer, reason stale; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
