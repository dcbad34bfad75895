# All met and one to three warnings: PASS_WITH_NOTES, and the files are handed over to be committed (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Verdict: PASS_WITH_NOTES
|
| ### Findings
|
| #### Correctness
| - **Severity:** Warning
| - **File:Line:** src/a.rs:10
| - **Issue:** The index may be stale
| - **Fix:** read it again
| - **Severity:** Warning
| - **File:Line:** src/b.rs:4
| - **Issue:** A magic number
| - **Fix:** name it
| - **Severity:** Warning
| - **File:Line:** src/b.rs:20
| - **Issue:** Copied code
| - **Fix:** share it
> pass 1: approved_with_notes
> -> proceed by host, commit separate, outcome approved_with_notes, files src/a.rs src/b.rs src/new.rs; loop_status
>    F1 Warning: The index may be stale
>    F2 Warning: A magic number
>    F3 Warning: Copied code
status
> why: 42 is approved with 3 open notes: commit its files
