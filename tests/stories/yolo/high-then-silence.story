# YOLO's findings name a file and no line. A reviewer who counts the resolved without naming them is asked once which
# they are; by their ids and reasons the plan is approved (SPEC 4.2, 6.5).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:src/a.rs] issue: no task handles the empty cart | suggestion: add one
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: no task handles the empty cart
change .planning/phases/03-cart/03-01-PLAN.md:5
review
| VERDICT: approve
| CYCLE: 2/3
| RESOLVED: 1
| PERSISTENT: 0
| NEW: 0
| FINDINGS:
| - (none)
> pass 2: asked: You let the work pass and do not say what became of F1, which no change can show to be mended, since no line is named. List under `### Resolved` what is mended, by its id and with its reason; raise again what is not.
> -> review by reviewer, yolo:yolo-reviewer, reason clarify; record_findings
review
| VERDICT: approve
| CYCLE: 2/3
| RESOLVED: 1
| PERSISTENT: 0
| NEW: 0
| FINDINGS:
| - (none)
|
| ### Resolved
|
| - F1: Task 4 handles it
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
