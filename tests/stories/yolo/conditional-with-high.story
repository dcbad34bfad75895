# `conditional` beside a high is a contradiction: a high blocks (SPEC 4, 5.6).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: conditional
| FINDINGS:
| - [id:f-001] [severity:high] [file:src/a.rs] issue: Wave 2 needs what wave 3 makes | suggestion: swap them
> pass 1: changes_requested (said approved_with_notes) [verdict_vs_findings]
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Wave 2 needs what wave 3 makes
