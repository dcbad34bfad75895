# Absences use up no cycle: the reviewer who comes back finds the cycles that are left (SPEC 4).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes
unavailable "no agent"
> pass 2: changes_requested; still open F1; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
unavailable "still no agent"
> pass 2: changes_requested; still open F1; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 2: changes_requested; no progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes (repeated)
unavailable "no agent"
> pass 3: changes_requested; still open F1; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 3: changes_requested; no progress
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Wave 2 needs what wave 3 makes (repeated)
