# Unreadable with a warning in it, then a fresh review that raises the same warning: nobody was asked to mend it, so nothing was ignored (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| Could not decide.
|
| - **Severity:** Warning
| - **File:** src/a.rs:9
| - **Issue:** Rounds down
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
review
| Could not decide.
|
| - **Severity:** Warning
| - **File:** src/a.rs:9
| - **Issue:** Rounds down
> pass 1: unclear
> -> review by reviewer, gsd-execution-reviewer, reason fresh; review_task
review
| ### Verdict: PASS_WITH_NOTES
|
| ### Findings
|
| #### Finding 1: Rounds down
| - **Severity:** Warning
| - **File:** src/a.rs:9
| - **Issue:** Rounds down
> pass 2: approved_with_notes
> -> proceed by host, commit separate, outcome approved_with_notes, files src/a.rs src/b.rs src/new.rs; loop_status
>    F1 Warning: Rounds down (repeated)
