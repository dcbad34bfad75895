# Three cycles, then the plan has failed and the whole phase stops, plans already approved included (SPEC 4).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 2: changes_requested; no progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes (repeated)
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
  - medium "The tasks overlap" .planning/phases/03-cart/03-01-PLAN.md:40
> pass 3: changes_requested; no progress
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Wave 2 needs what wave 3 makes (repeated)
>    F2 medium: The tasks overlap (late)
status
> why: 03-01 plan has not passed after 3 reviews: stop the whole phase, all its plans, those already approved too
> warning: F1 high: Wave 2 needs what wave 3 makes
pass
> refused: loop rl-story is closed: failed
decide reopen
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
change .planning/phases/03-cart/03-01-PLAN.md:20
answer approved
> pass 4: approved_with_notes (said approved); resolved F1; still open F2; progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F2 medium: The tasks overlap (late, repeated)
