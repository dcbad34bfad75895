# Three stale answers in a row: the user is asked, no pass is used; clarifications are not given anew.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer unclear
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with `verdict`, `findings` and `resolved`.
> -> review by reviewer, tech_lead, reason clarify; record_findings
stale
> -> review by reviewer, tech_lead, reason stale; review_task
pass
> -> review by reviewer, tech_lead, reason stale; record_findings
answer unclear
> pass 1: unclear
> -> review by reviewer, tech_lead, reason fresh; review_task
pass
> -> review by reviewer, tech_lead, reason fresh; record_findings
stale
> -> review by reviewer, tech_lead, reason stale; review_task
pass
> -> review by reviewer, tech_lead, reason stale; record_findings
stale
> -> review by reviewer, tech_lead, reason stale; review_task
pass
> -> review by reviewer, tech_lead, reason stale; record_findings
stale
> -> ask_user by human, tier user, options review_now stop; decide
status
> why: this is the user's choice, not an agent's
> question: AUTH moved under 3 reviews in a row (make sure nobody is editing it). `review_now`: review what is there now; `stop`: stop here.
