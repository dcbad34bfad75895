# A reject that was asked about is a reviewer's: the check before him does not lift it (SPEC 4).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck approve
answer changes_requested
> pass 1: asked: You ask for changes, but name nothing that is to be changed. List each finding with its severity, or let the work pass.
> -> review by reviewer, yolo:yolo-reviewer, reason clarify; record_findings
unavailable "yolo-reviewer cannot be spawned"
> pass 1: changes_requested; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
status
> why: no reviewer could run for 03-01 plan (yolo-reviewer cannot be spawned), and the check in his place cannot close what a reviewer has open: try a reviewer again. No pass is used up; 3 absences in a row meet the limit rule
