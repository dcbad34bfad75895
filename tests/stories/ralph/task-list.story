# A task of a spec's own list: read, reviewed, mended by the fix task that the coordinator puts into the list, approved.
protocol ralph
list login
| ---
| spec: login
| phase: tasks
| ---
|
| # Tasks: Login
|
| ## Phase 1: Make It Work (POC)
|
| - [x] 1.1 [P] Count the attempts
|   - **Do**:
|     1. Keep a counter for each account
|     2. Lock at five
|   - **Files**: `src/a.rs` (create), `src/b.rs`
|   - **Done when**: The fifth failure locks
|   - **Verify**: `cargo test lockout`
|   - **Commit**: `feat(login): count the attempts`
|   - _Requirements: FR-2, AC-2.1_
|
| - [ ] 1.2 [VERIFY] Quality checkpoint
|   - **Do**: Run the checks
|   - **Verify**: `cargo test`
|   - **Commit**: `chore(login): pass the checkpoint` (only if fixes needed)
> [x] 1.1 Count the attempts: src/a.rs, src/b.rs; commit feat(login): count the attempts; done when The fifth failure locks
> [ ] 1.2 Quality checkpoint: ; commit chore(login): pass the checkpoint
open task 1.1
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: execution (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Correctness | FAIL | src/a.rs:10: the counter is never reset |
|
| ### Feedback for Revision
| 1. Correctness: reset it after a login that succeeds.
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: src/a.rs:10: the counter is never reset
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.1.1 [FIX 1.1] Fix: Count the attempts
>   - **Do**:
>     1. F1 src/a.rs:10: the counter is never reset — reset it after a login that succeeds.
>   - **Files**: src/a.rs
>   - **Done when**: F1 no longer holds
>   - **Verify**: the re-review of task 1.1 passes
>   - **Commit**: `fix(1.1.1): address review findings`
fix F1
review
| ## Review: execution (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Correctness | PASS | Previously FAIL, now PASS |
|
| REVIEW_PASS
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
