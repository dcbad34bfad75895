# A reviewer who takes back what he asked for meets the limit rule: failed, with words that say why (SPEC 4, 6.6).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Split task 2" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Split task 2
change .planning/phases/03-cart/03-01-PLAN.md:20
answer changes_requested
  - high "Join tasks 2 and 3 again" .planning/phases/03-cart/03-01-PLAN.md:24 reverses F1
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> stop by host, outcome failed, options reopen; loop_status
>    F2! high: Join tasks 2 and 3 again (late)
status
> why: the reviews of 03-01 plan ask for opposite things, and it cannot pass so: stop the whole phase, all its plans, those already approved too
> warning: F2 high: Join tasks 2 and 3 again
