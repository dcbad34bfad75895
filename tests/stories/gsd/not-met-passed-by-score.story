# PASS over a row that is met in part is a contradiction, with the score line that the answer's form asks for, too (SPEC 4.3, 5.6).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Sums the lines | MET | src/a.rs:1 |
| | 2 | Honours discounts | PARTIALLY_MET | percentages only |
|
| **Requirements Score:** 1/2
|
| ### Verdict: PASS
|
| ### Findings
|
| None.
> pass 1: changes_requested (said approved) [verdict_vs_findings]
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
