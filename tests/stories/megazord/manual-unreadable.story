# Manual asks about findings, not about an answer that cannot be read: that is asked of the reviewer (SPEC 4, 4.1).
protocol megazord mode=manual max_passes=1
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| Hm.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| Hm.
> pass 1: unclear [unparsed]
> -> ask_user by human, tier user, options continue stop; decide
status
> why: this is the user's choice, not an agent's
> question: 03-01 Task 2 has no readable review, and the limit of 1 pass is reached. `continue`: go on with what is open; `stop`: stop the execution here.
