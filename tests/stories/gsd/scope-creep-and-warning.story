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
> pass 1: approved_with_notes
> -> proceed by host, commit separate, outcome approved_with_notes, files src/a.rs src/b.rs src/new.rs; loop_status
>    F1 Warning: A magic number
