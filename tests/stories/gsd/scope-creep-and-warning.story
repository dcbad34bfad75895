# A warning about something else does not stand for the scope creep line (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| **Scope Creep:** a new settings page nobody asked for
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
>    F2! unmet requirement: a new settings page nobody asked for
>    F1 Warning: A magic number
