# A reject of a plan that moved under it is one all the same.
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck approve
stale changes_requested
  - medium "No way back" .planning/phases/03-cart/03-01-PLAN.md:20
> -> review by reviewer, yolo:yolo-reviewer, reason stale; review_task
unavailable "yolo-reviewer cannot be spawned"
> pass 1: changes_requested; still open F1; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason stale; review_task
