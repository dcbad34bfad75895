# A plan edited under its review is reviewed again as it is now; no cycle is used (SPEC 7.1).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
pass
> -> review by reviewer, yolo:yolo-reviewer, reason first; record_findings
change .planning/phases/03-cart/03-01-PLAN.md:20
stale
> -> review by reviewer, yolo:yolo-reviewer, reason stale; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
