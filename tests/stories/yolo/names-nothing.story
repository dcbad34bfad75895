# A reject that names nothing is asked for once, then the cycle is used up; it is never an approval and never a fix of nothing (SPEC 5.6, 12.3).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: reject
| FINDINGS:
> pass 1: asked: You ask for changes, but name nothing that is to be changed. List each finding with its severity, or let the work pass.
> -> review by reviewer, yolo:yolo-reviewer, reason clarify; record_findings
review
| VERDICT: reject
| FINDINGS:
> pass 1: unclear (said changes_requested) [verdict_vs_findings]
> -> review by reviewer, yolo:yolo-reviewer, reason fresh; review_task
status
> why: the last review of 03-01 plan used up its pass without an answer that counts; a fresh one is due
