# Nor can it lift a reject that rested on medium findings (SPEC 4, 4.2).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck approve
answer changes_requested
  - medium "The tasks overlap" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1 medium: The tasks overlap
unavailable "yolo-reviewer cannot be spawned"
> pass 2: approved_with_notes (said approved); still open F1; no progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 medium: The tasks overlap (repeated)
status
> why: no reviewer could run (yolo-reviewer cannot be spawned); the check before him lets 03-01 plan pass with 1 open note
