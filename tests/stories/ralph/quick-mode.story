# Quick mode: the four documents in order; `then` is the next one, and the last has none (SPEC 4.4).
protocol ralph
open artifact login/research
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: research (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | all three parts |
|
| REVIEW_PASS
> pass 1: approved
> -> proceed by host, outcome approved, then requirements; loop_status
open artifact login/requirements
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| REVIEW_PASS
> pass 1: approved
> -> proceed by host, outcome approved, then design; loop_status
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| REVIEW_PASS
> pass 1: approved
> -> proceed by host, outcome approved, then tasks; loop_status
open artifact login/tasks
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| REVIEW_PASS
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
