# No reviewer in any tier: the next tier, the project manager, and nobody approves meanwhile.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
pass
> -> review by reviewer, tech_lead, reason first; record_findings
unavailable "the reviewer crashed"
> -> review by reviewer, tech_lead, reason fresh; review_task
status
> why: no reviewer could run for AUTH (the reviewer crashed); by the rules it is the senior engineer's now; try the review again
pass
> -> review by reviewer, tech_lead, reason fresh; record_findings
unavailable "the reviewer crashed"
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has no readable review, and no reviewer could run. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
decide senior_engineer
> -> review by reviewer, tech_lead, reason fresh; review_task
pass
> -> review by reviewer, tech_lead, reason fresh; record_findings
unavailable "still none"
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has no readable review, and no reviewer could run. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
decide ask_user
> -> ask_user by human, tier user, options reduce_scope retry stop; decide
status
> why: this is the user's choice, not an agent's
> question: AUTH has no readable review, and the project manager leaves the choice to you (because). `reduce_scope`: plan it anew with less; `retry`: try the review again; `stop`: stop here.
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
status
> why: AUTH was stopped by choice: nothing is done further without the user
