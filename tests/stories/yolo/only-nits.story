# A re-review that raises only low findings goes on with them attached: late ones count here, and none blocks (SPEC 4, 6.6).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Split task 2" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Split task 2
change .planning/phases/03-cart/03-01-PLAN.md:20
answer approved_with_notes
  - low "A vague title" .planning/phases/03-cart/03-01-PLAN.md:4
> pass 2: approved_with_notes; resolved F1; progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F2 low: A vague title (late)
status
> why: 03-01 plan is approved with 1 open note; give `findings` to whoever works by it
