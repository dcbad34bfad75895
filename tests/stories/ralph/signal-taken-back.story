# A REVIEW_PASS that the next sentence takes back is a signal that does not hold: the iteration counts like one that asks
# for changes, and nothing goes on by it (SPEC 4, 5.4).
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
| | 1 | Completeness | PASS | - |
|
| REVIEW_PASS
|
| On second thought this is not a pass: do not go on with it.
> pass 1: unclear [verdict_vs_verdict]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
status
> why: the last review of login/design used up its pass without an answer that counts; a fresh one is due
