# A dimension is the finding's identity: a row that passes now closes it, whether or not it says what it was before (SPEC 4.4, 6.5).
protocol ralph
open artifact login/requirements
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: requirements (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | FAIL | FR-2 has no priority |
| | 2 | Testability | FAIL | AC-2.1 cannot be measured |
| | 3 | Traceability | PASS | ok |
| | 4 | Scope | PASS | ok |
|
| ### Summary
| - Passed: 2/4 dimensions
| - Failed: 2/4 dimensions
|
| ### Feedback for Revision
| 1. Completeness: give FR-2 a priority.
| 2. Testability: name a limit.
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> revise by author, product-manager, files specs/login/requirements.md; review_task
>    F1! FAIL: FR-2 has no priority
>    F2! FAIL: AC-2.1 cannot be measured
change specs/login/requirements.md:40
review
| ## Review: requirements (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | Previously FAIL, now PASS |
| | 2 | Testability | PASS | every criterion has a limit |
| | 3 | Traceability | PASS | ok |
| | 4 | Scope | PASS | ok |
|
| ### Feedback for Revision
| No issues found.
|
| REVIEW_PASS
> pass 2: approved; resolved F1 F2; progress
> -> proceed by host, outcome approved, then design; loop_status
