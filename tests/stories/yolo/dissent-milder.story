# A second, milder review does not lift a reject (SPEC 6.3).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - medium "The tasks overlap" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1 medium: The tasks overlap
dissent approved_with_notes
  - low "A vague title" .planning/phases/03-cart/03-01-PLAN.md:40
> pass 1: approved_with_notes; still open F1
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1 medium: The tasks overlap
>    F2 low: A vague title
