# The older rule lets an unreadable answer go on; one that approves and takes it back is no such answer (SPEC 4).
protocol yolo unreadable=proceed clarifications=0
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: approve
|
| Actually, I take that back: do not execute this plan.
> pass 1: unclear [verdict_vs_verdict]
> -> review by reviewer, yolo:yolo-reviewer, reason fresh; review_task
status
> why: the last review of 03-01 plan used up its pass without an answer that counts; a fresh one is due
