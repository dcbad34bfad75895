# A subject that moves while the reviewer is asked does not buy a second clarification (SPEC 6.7: one a pass).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| Hm.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
stale
> -> review by reviewer, mz-reviewer, reason stale; review_task
review
| Hm.
> pass 1: unclear [unparsed]
> -> review by reviewer, mz-reviewer, reason fresh; review_task
