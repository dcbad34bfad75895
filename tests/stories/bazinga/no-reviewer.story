# No reviewer can run: the next tier, at last the manager; nothing is approved (SPEC 4).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
pass
> -> review by reviewer, tech_lead, reason first; record_findings
unavailable "no tech lead"
> -> review by reviewer, tech_lead, reason fresh; review_task
status
> why: no reviewer could run for AUTH (no tech lead); by the rules it is the senior engineer's now; try the review again
pass
> -> review by reviewer, tech_lead, reason fresh; record_findings
unavailable "no tech lead"
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has no readable review, and no reviewer could run. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
