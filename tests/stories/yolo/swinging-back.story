# A plan put back to what it was swings: the limit rule, failed (SPEC 4, 6.6).
protocol yolo max_passes=5
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Split task 2" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Split task 2
change .planning/phases/03-cart/03-01-PLAN.md:20
answer changes_requested
  - high "Two tasks write one file" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 2: changes_requested; resolved F1; progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F2! high: Two tasks write one file (fix_induced)
put-back .planning/phases/03-cart/03-01-PLAN.md 1
answer changes_requested
  - high "Task 2 is too big" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 3: changes_requested; resolved F2; still open F1; no progress [mend_undone swinging]
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Split task 2 (repeated)
>    F3! high: Task 2 is too big (fix_induced)
