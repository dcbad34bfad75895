# Rejected on a medium finding, approved without a word on it: it no longer blocks and stays as a note (SPEC 4, 6.5).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - medium "The tasks overlap" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1 medium: The tasks overlap
answer approved
> pass 2: approved_with_notes (said approved); still open F1; no progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 medium: The tasks overlap (repeated)
