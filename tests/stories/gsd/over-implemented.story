# OVER_IMPLEMENTED is met, and more: it is no unmet requirement (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Sums the lines | OVER_IMPLEMENTED | src/a.rs:1 |
|
| ### Verdict: PASS
|
| ### Findings
|
| None.
> pass 1: approved
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs; loop_status
