# REVIEW_FAIL over WARNING rows only: the signal itself fails an iteration, and there is something to revise (SPEC 4.4).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: design (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Patterns | WARNING | the store is named unlike its neighbours |
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1 WARNING: the store is named unlike its neighbours
