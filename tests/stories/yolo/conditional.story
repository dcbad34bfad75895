# `conditional` goes on, its findings attached for the executor (SPEC 4.2).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: conditional
| FINDINGS:
| - [id:f-001] [severity:medium] [file:src/a.rs] issue: The task has no test | suggestion: add one
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 medium: The task has no test
status
> why: 03-01 plan is approved with 1 open note; give `findings` to whoever works by it
