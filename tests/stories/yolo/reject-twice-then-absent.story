# A reject that names nothing, twice, is unclear and uses up its pass; the check does not lift that either.
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck approve
answer changes_requested
> pass 1: asked: You ask for changes, but name nothing that is to be changed. List each finding with its severity, or let the work pass.
> -> review by reviewer, yolo:yolo-reviewer, reason clarify; record_findings
answer changes_requested
> pass 1: unclear (said changes_requested)
> -> review by reviewer, yolo:yolo-reviewer, reason fresh; review_task
unavailable "yolo-reviewer cannot be spawned"
> pass 2: changes_requested; not counted
> -> review by reviewer, yolo:yolo-reviewer, reason fresh; review_task
