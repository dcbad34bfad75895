# Approving while a repeated high is open is a contradiction: the plan does not go on (SPEC 4.2).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" src/a.rs
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes
change .planning/phases/03-cart/03-01-PLAN.md:20
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" src/a.rs id F1
> pass 2: changes_requested; no progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes (repeated)
change .planning/phases/03-cart/03-01-PLAN.md:21
answer approved
> pass 3: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Wave 2 needs what wave 3 makes (repeated)
status
> why: 03-01 plan has not passed after 3 reviews: stop the whole phase, all its plans, those already approved too
> warning: F1 high: Wave 2 needs what wave 3 makes
