# A medium that becomes high blocks from then on, under its id (SPEC 4.2 changed).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:medium] [file:src/a.rs] issue: The tasks overlap | suggestion: join them
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1 medium: The tasks overlap
change .planning/phases/03-cart/03-01-PLAN.md:20
review
| VERDICT: reject
| CYCLE: 2/3
| RESOLVED: 0
| PERSISTENT: 0
| NEW: 0
| FINDINGS:
| - [id:f-001] [severity:high] [status:changed] [file:src/a.rs] issue: The tasks overlap | suggestion: join them
> pass 2: changes_requested; no progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: The tasks overlap (repeated)
