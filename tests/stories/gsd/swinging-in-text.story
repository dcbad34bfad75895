# `Reverses` as a field of a finding in the report: the user is asked (SPEC 4, 6.6).
protocol gsd
open change CART
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Verdict: NEEDS_FIX
|
| ### Findings
|
| #### Requirements Gaps
| - **Severity:** Warning
| - **File:Line:** src/a.rs:12
| - **Issue:** Totals are not rounded
| - **Fix:** round them
|
| | # | Requirement | Status | Evidence |
| |---|---|---|---|
| | 1 | Rounding | NOT_MET | src/a.rs:12 |
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Totals are not rounded
change src/a.rs:12
review
| ### Verdict: CRITICAL
|
| ### Findings
|
| #### Correctness
| - **Severity:** Critical
| - **File:Line:** src/a.rs:12
| - **Issue:** Do not round, the sum drifts
| - **Fix:** keep it exact
| - **Reverses:** F1
> pass 2: rejected; resolved F1; progress [swinging]
> -> ask_user by human, tier user, options commit skip stop; decide
>    F2! Critical: Do not round, the sum drifts (fix_induced)
