# The form's own row, sent back with an answer, passes no dimension.
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
review
| ## Review: design (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS (or: FAIL) | what is wrong |
|
| REVIEW_PASS
> pass 2: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow (repeated)
