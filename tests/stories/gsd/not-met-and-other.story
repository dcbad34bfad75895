# A warning about something else does not stand for a row that is not met (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Sums the lines | MET | src/a.rs:1 |
| | 2 | Honours discounts | NOT_MET | no code found |
|
| ### Verdict: PASS_WITH_NOTES
|
| ### Findings
|
| #### Correctness
| - **Severity:** Warning
| - **File:Line:** src/b.rs:4
| - **Issue:** A magic number
| - **Fix:** name it
> pass 1: changes_requested (said approved_with_notes) [verdict_vs_findings]
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F2! unmet requirement: Honours discounts
>    F1 Warning: A magic number
