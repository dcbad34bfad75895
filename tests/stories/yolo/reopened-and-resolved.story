# Reopened by a person after it failed: what the re-review lists under `### Resolved` is resolved as ever (SPEC 4.2, 6.5).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:plan.md] issue: The migration has no way back | suggestion: Add a down step
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: The migration has no way back
pass
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; record_findings
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:plan.md] issue: The migration has no way back | suggestion: Add a down step
> pass 2: changes_requested; no progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: The migration has no way back (repeated)
pass
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; record_findings
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:plan.md] issue: The migration has no way back | suggestion: Add a down step
> pass 3: changes_requested; no progress
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: The migration has no way back (repeated)
decide reopen attested
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; review_task
pass
> -> review by reviewer, yolo:yolo-reviewer, reason re_review; record_findings
review
| VERDICT: approve
| CYCLE: 4/3
| RESOLVED: 1
| PERSISTENT: 0
| NEW: 0
| FINDINGS:
| ### Resolved
| - F1: the plan has a down step now
> pass 4: approved; resolved F1; no progress [resolved_unchanged]
> -> proceed by host, outcome approved; loop_status
status
> why: 03-01 plan is approved
