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
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: a new settings page nobody asked for
status
> why: 1 finding blocks. Mend it and leave the fix uncommitted. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
