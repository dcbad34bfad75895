# Unreadable: one clarification, then the attempt's review is used up and a fresh one follows; nothing is fixed meanwhile (SPEC 4).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| All right, I suppose.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
review
| All right, I suppose.
> pass 1: unclear [unparsed]
> -> review by reviewer, gsd-execution-reviewer, reason fresh; review_task
