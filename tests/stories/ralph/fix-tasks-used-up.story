# At most three fix tasks for one task (SPEC 4.4): with more passes than that, the third failed fix task is the last.
protocol ralph max_passes=9
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "The counter is never reset" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: The counter is never reset
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.3.1 [FIX 1.3] Fix: Sum the cart
>   - **Do**:
>     1. F1 The counter is never reset
>   - **Files**: src/a.rs
>   - **Done when**: F1 no longer holds
>   - **Verify**: the re-review of task 1.3 passes
>   - **Commit**: `fix(1.3.1): address review findings`
change src/a.rs:10
answer changes_requested
  - high "The counter is reset too early" src/a.rs:10 category Correctness
> pass 2: changes_requested; no progress
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: The counter is never reset; now: The counter is reset too early (repeated)
change src/a.rs:10
answer changes_requested
  - high "The counter is reset twice" src/a.rs:10 category Correctness
> pass 3: changes_requested; no progress [third_time]
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! CRITICAL: The counter is never reset; now: The counter is reset twice (repeated)
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.3.3 [FIX 1.3] Fix: Sum the cart
>   - **Do**:
>     1. F1 The counter is reset twice
>   - **Files**: src/a.rs
>   - **Done when**: F1 no longer holds
>   - **Verify**: the re-review of task 1.3 passes
>   - **Commit**: `fix(1.3.3): address review findings`
change src/a.rs:10
answer changes_requested
  - high "The counter is reset for others" src/a.rs:10 category Correctness
> pass 4: changes_requested; no progress [third_time]
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! CRITICAL: The counter is never reset; now: The counter is reset for others (repeated)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope, without a further fix task: 3 are all that one task gets. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
