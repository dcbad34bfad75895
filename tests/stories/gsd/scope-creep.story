# The scope creep line is a finding: a targeted fix, no re-execution (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Sums the lines | MET | src/a.rs:1 |
|
| **Requirements Score:** 1/1
| **Scope Creep:** a new settings page nobody asked for
|
| ### Verdict: NEEDS_FIX
|
| ### Findings
|
| None.
> pass 1: rejected (said changes_requested) [severity_mapped]
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1! Critical: a new settings page nobody asked for
status
> why: 42 is to be done again from the start: restore 2 files, remove 1 file the attempt added, then execute it anew without repeating the findings
