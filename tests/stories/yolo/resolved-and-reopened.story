# A finding that was resolved and comes back at its place is the same one, reopened (SPEC 2, 6.5).
protocol yolo max_passes=5
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Split task 2" .planning/phases/03-cart/03-01-PLAN.md:20
  - high "Task 5 has no files" .planning/phases/03-cart/03-01-PLAN.md:50
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Split task 2
>    F2! high: Task 5 has no files
change .planning/phases/03-cart/03-01-PLAN.md:20
answer changes_requested
  - high "Task 5 has no files" .planning/phases/03-cart/03-01-PLAN.md:50
> pass 2: changes_requested; resolved F1; progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F2! high: Task 5 has no files (repeated)
change .planning/phases/03-cart/03-01-PLAN.md:50
answer changes_requested
  - high "Split task 2" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 3: changes_requested; resolved F2; progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Split task 2 (repeated)
status
> why: revise 03-01 plan by its open findings (1 blocking finding). Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
