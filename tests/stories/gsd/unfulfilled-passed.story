# A PASS beside a requirement that the score's own list calls unfulfilled: asked about, and the requirement stays open and blocks until it is mended.
protocol gsd
open change A-2
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ## REVIEW: A-2
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Do A | MET | src/a.rs:1 |
|
| **Requirements Score:** 1/2
| **Unfulfilled:** Memory stays under 50 MB
| **Scope Creep:** None
|
| ### Verdict: PASS
|
| ### Findings
| None.
> pass 1: asked: No verdict could be read: line 11 approves and line 7 says that not all is met, or was seen. Send the whole review again, with one final status line.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
review
| ## REVIEW: A-2
|
| ### Verdict: PASS
|
| ### Findings
| None.
> pass 1: changes_requested (said approved) [dropped_when_asked verdict_vs_findings]
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Memory stays under 50 MB
status
> why: 1 finding blocks. Mend it and leave the fix uncommitted. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
