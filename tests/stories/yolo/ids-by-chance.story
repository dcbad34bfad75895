# f-001 is numbered anew in each round by chance: another issue under it is another finding (SPEC 6.5).
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
| - [id:f-001] [severity:low] [file:src/b.rs] issue: A vague title | suggestion: name it
> pass 2: changes_requested (said approved_with_notes); still open F1; no progress [verdict_vs_findings]
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: The tasks overlap (repeated)
>    F2 low: A vague title (late)
