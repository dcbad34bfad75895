# The older rule lets an unreadable answer go on; one that approves and takes it back is no such answer (SPEC 4).
protocol yolo unreadable=proceed clarifications=0
open plan 03-01
review
| VERDICT: approve
|
| Actually, I take that back: do not execute this plan.
status
