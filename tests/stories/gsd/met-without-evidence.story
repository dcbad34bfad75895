# A row that says met and shows nothing closes no finding (SPEC 6.5: by id with a reason).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Honours discounts | NOT_MET | no code found |
|
| ### Verdict: NEEDS_FIX
|
| ### Findings
|
| None.
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
change src/a.rs:10
review
| ### Requirements Traceability
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Honours discounts | MET | |
|
| ### Verdict: PASS
|
| ### Findings
|
| None.
> pass 2: asked: You let the work pass and do not say what became of F1, which no change can show to be mended, since no line is named. List under `### Resolved` what is mended, by its id and with its reason; raise again what is not.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
answer approved
> pass 2: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts (repeated)
