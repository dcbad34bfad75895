# A critical finding means: restore and do it again, whatever the verdict's word (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Verdict: NEEDS_FIX
|
| ### Findings
|
| #### Security
| - **Severity:** Critical
| - **File:Line:** src/a.rs:10
| - **Issue:** Anybody may delete the cart
| - **Fix:** check the owner
> pass 1: rejected (said changes_requested)
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1! Critical: Anybody may delete the cart
status
> why: 42 is to be done again from the start: restore the 2 files in `files` as bbbbbbbb has them, remove the 1 file in `added`, execute it anew. Do not repeat what `findings` names
change src/a.rs:10
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs; loop_status
