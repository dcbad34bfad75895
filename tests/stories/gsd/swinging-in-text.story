# `Reverses` as a field of a finding in the report: the user is asked (SPEC 4, 6.6).
protocol gsd
open change CART
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
