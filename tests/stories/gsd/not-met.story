# A row NOT_MET with no finding of its own is one: spec, high, its requirement cited; a targeted fix (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ## REVIEW: 42
|
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Sums the lines | MET | src/a.rs:1 |
| | 2 | Honours discounts | NOT_MET | no code found |
|
| **Requirements Score:** 1/2
|
| ### Verdict: NEEDS_FIX
|
| ### Findings
|
| None beyond the table.
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
status
> why: 1 finding blocks. Mend it and leave the fix uncommitted. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
change src/a.rs:10
review
| ## REVIEW: 42
|
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Sums the lines | MET | src/a.rs:1 |
| | 2 | Honours discounts | MET | src/a.rs:10 |
|
| **Requirements Score:** 2/2
|
| ### Verdict: PASS
|
| ### Findings
|
| None.
> pass 2: approved; resolved F1; progress
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs; loop_status
