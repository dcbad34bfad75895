# Three reviews in a row of a document that moved meanwhile: the user is asked; no pass is used (SPEC 6.7).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
pass
> -> review by reviewer, spec-reviewer, reason first; record_findings
stale
> -> review by reviewer, spec-reviewer, reason stale; review_task
pass
> -> review by reviewer, spec-reviewer, reason stale; record_findings
stale
> -> review by reviewer, spec-reviewer, reason stale; review_task
pass
> -> review by reviewer, spec-reviewer, reason stale; record_findings
stale
> -> ask_user by human, tier user, options review_now stop; decide
status
> why: this is the user's choice, not an agent's
> question: login/design moved under 3 reviews in a row (make sure nobody is editing it). `review_now`: review what is there now; `stop`: stop here.
decide review_now
> -> review by reviewer, spec-reviewer, reason stale; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved, then tasks; loop_status
