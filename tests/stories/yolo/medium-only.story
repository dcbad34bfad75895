# The verdict itself blocks: a reject may rest on a medium finding (SPEC 4).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - medium "The tasks overlap" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1 medium: The tasks overlap
status
> why: revise 03-01 plan by its open findings (1 finding). Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
change .planning/phases/03-cart/03-01-PLAN.md:20
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
