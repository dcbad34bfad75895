# A reviewer who stays away while his high is open: the cycles are used up, the plan fails (SPEC 4).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck approve
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes
unavailable "no agent"
> pass 2: changes_requested; still open F1; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
unavailable "no agent"
> pass 2: changes_requested; still open F1; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
unavailable "no agent"
> pass 2: changes_requested; still open F1; not counted
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Wave 2 needs what wave 3 makes
status
> why: no reviewer could run for 03-01 plan 3 times in a row (no agent): stop the whole phase, all its plans, those already approved too
> warning: F1 high: Wave 2 needs what wave 3 makes
