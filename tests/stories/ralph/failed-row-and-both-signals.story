# A failed row and two signals that differ: what was found blocks, and the iteration is used up (SPEC 4.4).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: design (Iteration 1)
|
| ### Findings
|
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | FAIL | No data flow |
|
| REVIEW_FAIL
| REVIEW_PASS
> pass 1: unclear [verdict_vs_verdict]
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
