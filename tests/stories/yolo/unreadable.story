# Unreadable: one clarification, then the cycle is used up and a fresh review follows; it is no reject and no approval (SPEC 4).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| Looks like a plan to me.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, yolo:yolo-reviewer, reason clarify; record_findings
review
| Looks like a plan to me.
> pass 1: unclear [unparsed]
> -> review by reviewer, yolo:yolo-reviewer, reason fresh; review_task
answer approved
> pass 2: approved
> -> proceed by host, outcome approved; loop_status
