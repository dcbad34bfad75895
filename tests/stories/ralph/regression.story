# A dimension that passed and fails again is the finding of before, reopened (SPEC 4.4, 6.5).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: design (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | FAIL | no data flow |
| | 2 | Consistency | FAIL | two parts own the session |
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: no data flow
>    F2! FAIL: two parts own the session
change specs/login/design.md:40
review
| ## Review: design (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | Previously FAIL, now PASS |
| | 2 | Consistency | FAIL | STILL FAILING (iteration 2): two parts own the session |
|
| REVIEW_FAIL
> pass 2: changes_requested; resolved F1; progress
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F2! FAIL: two parts own the session (repeated)
change specs/login/design.md:41
review
| ## Review: design (Iteration 3)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | FAIL | REGRESSION: was PASS, now FAIL: the data flow is gone |
| | 2 | Consistency | PASS | Previously FAIL, now PASS |
|
| REVIEW_FAIL
> pass 3: changes_requested; resolved F2; progress
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS; login/design goes on with its findings unresolved
> summary: ### Review Warning: design
>
> **login/design**
>
> Max iterations (3) reached without REVIEW\_PASS; login/design goes on with its findings unresolved.
>
> - F1 FAIL: the data flow is gone
>
> warning: F1 FAIL: the data flow is gone
