# A row with the status PASS whose text says STILL FAILING resolves nothing and fails; what passes now does (SPEC 4.4).
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
| | 2 | Scope | FAIL | Too wide |
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
>    F2! FAIL: Too wide
change specs/login/design.md:1
review
| ## Review: design (Iteration 2)
|
| ### Findings
|
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | STILL FAILING (iteration 2): No data flow |
| | 2 | Scope | PASS | Previously FAIL, now PASS: narrowed |
| | 3 | Patterns | PASS | nothing is still failing |
|
| REVIEW_PASS
> pass 2: changes_requested (said approved_with_notes); resolved F2; progress [row_vs_status verdict_vs_findings]
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow (repeated)
