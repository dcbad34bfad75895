# REVIEW_PASS over a FAIL row: any failed dimension fails (SPEC 4, 5.6).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: design (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Feasibility | FAIL | the library has no streaming |
|
| REVIEW_PASS
> pass 1: changes_requested (said approved_with_notes) [verdict_vs_findings]
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: the library has no streaming
