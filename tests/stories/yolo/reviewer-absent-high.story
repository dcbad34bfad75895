# The check can never resolve what a reviewer raised: with his high open the plan does not go on (SPEC 4).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck approve
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes
change .planning/phases/03-cart/03-01-PLAN.md:20
unavailable "yolo-reviewer cannot be spawned"
> pass 2: changes_requested; still open F1; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
status
> why: no reviewer could run for 03-01 plan (yolo-reviewer cannot be spawned), and the check in his place cannot close what a reviewer has open: try a reviewer again. No pass is used up; 3 absences in a row meet the limit rule
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
