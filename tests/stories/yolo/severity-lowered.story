# A high is not lowered to a medium by `conditional` while nothing about it changed (SPEC 6.5, 12.2).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:src/a.rs] issue: The tasks overlap | suggestion: join them
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: The tasks overlap
change .planning/phases/03-cart/03-01-PLAN.md:20
review
| VERDICT: conditional
| FINDINGS:
| - [id:f-001] [severity:medium] [status:changed] [file:src/a.rs] issue: The tasks overlap | suggestion: join them
> pass 2: changes_requested (said approved_with_notes); no progress [severity_kept verdict_vs_findings]
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: The tasks overlap (repeated)
