# The reviewer's own text says which earlier finding it takes back: the limit rule, not another fix (SPEC 6.6).
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
| | 1 | Consistency | FAIL | Split the store in two |
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: Split the store in two
change specs/login/design.md:40
review
| ## Review: design (Iteration 2)
|
| ### Findings
|
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Consistency | FAIL | REVERSES: F1. Keep the store in one |
|
| REVIEW_FAIL
> pass 2: changes_requested; still open F1; no progress [swinging]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
