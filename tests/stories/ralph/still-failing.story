# The same dimension in other words is the same finding; failing the third time it is critical; then the limit: on with a warning (SPEC 4.4).
protocol ralph
open artifact login/requirements
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: requirements (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Testability | FAIL | AC-2.1 cannot be measured |
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> revise by author, product-manager, files specs/login/requirements.md; review_task
>    F1! FAIL: AC-2.1 cannot be measured
change specs/login/requirements.md:40
review
| ## Review: requirements (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Testability | FAIL | STILL FAILING (iteration 2): a user cannot tell when the export is quick |
|
| REVIEW_FAIL
> pass 2: changes_requested; no progress
> -> revise by author, product-manager, files specs/login/requirements.md; review_task
>    F1! FAIL: AC-2.1 cannot be measured; now: a user cannot tell when the export is quick (repeated)
change specs/login/requirements.md:41
review
| ## Review: requirements (Iteration 3)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Testability | FAIL | STILL FAILING (iteration 3): quick is not defined |
|
| REVIEW_FAIL
> pass 3: changes_requested; no progress [third_time]
> -> proceed by host, outcome accepted_with_warnings, then design, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS; login/requirements goes on with its findings unresolved
> summary: ### Review Warning: requirements
>
> **login/requirements**
>
> Max iterations (3) reached without REVIEW_PASS; login/requirements goes on with its findings unresolved.
>
> - F1 CRITICAL: quick is not defined
>
> warning: F1 CRITICAL: quick is not defined
