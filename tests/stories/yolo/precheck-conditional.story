# What the check finds below high goes to the reviewer and stays with the plan as notes (SPEC 4.2).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck conditional
  - medium "7 tasks; at most 5" category task_count
answer approved
> pass 1: approved_with_notes (said approved)
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 medium: 7 tasks; at most 5 (precheck)
status
> why: 03-01 plan is approved with 1 open note; give `findings` to whoever works by it
