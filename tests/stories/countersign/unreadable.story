# An unreadable answer: one clarification, then the pass is used up and a fresh review follows; clarifications are one a pass (SPEC 4, 6.7).
protocol countersign max_passes=2
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
review
| Well.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again as one JSON object, with one word in its field `verdict`.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
review
| Well, well.
> pass 1: unclear [unparsed]
> -> review by reviewer, countersign-reviewer, reason fresh; review_task
status
> why: the last review of CART used up its pass without an answer that counts; a fresh one is due
review
| Hm.
> pass 2: asked: No verdict could be read from the answer. Send the whole review again as one JSON object, with one word in its field `verdict`.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
review
| Hm, hm.
> pass 2: unclear [unparsed]
> -> ask_user by human, tier user, options accept retry stop; decide
status
> why: this is the user's choice, not an agent's
> question: CART has no readable review, and the limit of 2 passes is reached. `accept`: go on with what is open; `retry`: try the review again; `stop`: stop here.
