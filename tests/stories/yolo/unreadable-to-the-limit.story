# Unreadable to the limit is a failure, as every limit here (SPEC 4).
protocol yolo max_passes=1
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| Looks like a plan to me.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, yolo:yolo-reviewer, reason clarify; record_findings
review
| Looks like a plan to me.
> pass 1: unclear [unparsed]
> -> stop by host, outcome failed, options reopen; loop_status
status
> why: 03-01 plan has not passed after 1 review: stop the whole phase, all its plans, those already approved too
> warning: no review that can be read was given of 03-01 plan
