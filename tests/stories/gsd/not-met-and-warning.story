# A row that is not met blocks although the reviewer wrote his finding for it up as a warning (SPEC 4.3: NEEDS_FIX is anything unmet).
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
| ### Verdict: NEEDS_FIX
|
| ### Findings
|
| #### Requirements Gaps
| - **Severity:** Warning
| - **File:Line:** src/a.rs:10
| - **Issue:** Discounts are not honoured
| - **Fix:** subtract them
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Discounts are not honoured
