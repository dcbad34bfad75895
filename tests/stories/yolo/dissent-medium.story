# A second review that rejects, on a medium finding, closes an approval until it is ruled on: the verdict itself blocks (SPEC 4, 6.3).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - medium "The tasks overlap" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> proceed by host, outcome approved; loop_status
status
> why: 03-01 plan is approved
decide fix
> refused: choice "fix" is not offered now
