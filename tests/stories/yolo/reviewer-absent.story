# No reviewer in the first cycle: the check's verdict holds, with a warning (SPEC 4, no reviewer can run).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck conditional
  - medium "7 tasks; at most 5" category task_count
unavailable "yolo-reviewer cannot be spawned"
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 medium: 7 tasks; at most 5 (precheck)
status
> why: no reviewer could run (yolo-reviewer cannot be spawned); the check before him lets 03-01 plan pass with 1 open note; give `findings` to whoever works by it
> warning: no reviewer looked at it (yolo-reviewer cannot be spawned)
