# What the reviewer raises as well is his: the check passing later does not close it (SPEC 4.2, 4 no reviewer can run).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck conditional
  - medium "7 tasks; at most 5" category task_count
answer changes_requested
  - high "7 tasks; at most 5" category task_count
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F2! high: 7 tasks; at most 5
>    F1 medium: 7 tasks; at most 5 (precheck)
change .planning/phases/03-cart/03-01-PLAN.md:20
precheck approve
answer approved
> pass 2: changes_requested (said approved); resolved F1; still open F2; no progress [verdict_vs_findings]
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F2! high: 7 tasks; at most 5 (repeated)
