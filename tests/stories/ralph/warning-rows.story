# A WARNING row does not block: the document passes with it (SPEC 2, 4.4).
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
| REVIEW_PASS
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes, then tasks; loop_status
>    F1 WARNING: the store is named unlike its neighbours
status
> why: login/design is approved with 1 open note; give `findings` to whoever works by it
