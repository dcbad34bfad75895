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
> pass 2: asked: You let the work pass and do not say what became of F1, which no change can show to be mended, since no line is named. List under `### Resolved` what is mended, by its id and with its reason; raise again what is not.
> -> review by reviewer, yolo:yolo-reviewer, reason clarify; record_findings
answer approved
> pass 2: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: The tasks overlap (repeated)
