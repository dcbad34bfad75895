# Reject, then a delta re-review: what persists is sent to the architect again, not only what is new (SPEC 4.2, 12.19).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:src/a.rs] issue: Wave 2 needs what wave 3 makes | suggestion: swap them
| - [id:f-002] [severity:medium] [file:src/b.rs] issue: No test is planned | suggestion: plan one
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes
>    F2 medium: No test is planned
change .planning/phases/03-cart/03-01-PLAN.md:20
review
| VERDICT: reject
| CYCLE: 2/3
| RESOLVED: 0
| PERSISTENT: 1
| NEW: 1
| FINDINGS:
| - [id:f-001] [severity:high] [status:persistent] [file:src/a.rs] issue: Wave 2 needs what wave 3 makes | suggestion: swap them
| - [id:f-003] [severity:low] [status:new] [file:src/b.rs] issue: A vague title | suggestion: name it
> pass 2: changes_requested; still open F2; no progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes (repeated)
>    F2 medium: No test is planned (repeated)
>    F3 low: A vague title (late)
status
> why: revise 03-01 plan by its open findings (1 blocking finding). Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
