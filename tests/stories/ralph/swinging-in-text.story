# The reviewer's own text says which earlier finding it takes back: the limit rule, not another fix (SPEC 6.6).
protocol ralph
open artifact login/design
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
