# A finding in the code proposes a fix task, whole, for the coordinator to insert (SPEC 4.4).
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: execution (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Correctness | FAIL | src/a.rs:10: the lockout counter is never reset |
| | 2 | Completeness | WARNING | src/b.rs:4: no log line |
|
| ### Feedback for Revision
| 1. Correctness: reset it after a login that succeeds.
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: src/a.rs:10: the lockout counter is never reset
>    F2 WARNING: src/b.rs:4: no log line
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.3.1 [FIX 1.3] Fix: Sum the cart
>   - **Do**:
>     1. F1 src/a.rs:10: the lockout counter is never reset — reset it after a login that succeeds.
>     2. F2 src/b.rs:4: no log line
>   - **Files**: src/a.rs, src/b.rs
>   - **Done when**: F1, F2 no longer hold
>   - **Verify**: the re-review of task 1.3 passes
>   - **Commit**: `fix(1.3.1): address review findings`
fix F1
review
| ## Review: execution (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Correctness | PASS | Previously FAIL, now PASS |
| | 2 | Completeness | PASS | ok |
|
| REVIEW_PASS
> pass 2: approved; resolved F1 F2; progress
> -> proceed by host, outcome approved; loop_status
