# A fix task that stands in the list is a task of its own; what is found in it is mended, and makes no fix task of its own.
protocol ralph
list login
| ## Phase 1: Make It Work (POC)
|
| - [x] 1.1 Count the attempts
|   - **Files**: `src/a.rs`
|   - **Commit**: `feat(login): count the attempts`
| - [x] 1.1.1 [FIX 1.1] Fix: Count the attempts
|   - **Do**:
|     1. F1 src/a.rs:10: the counter is never reset
|   - **Files**: src/a.rs
|   - **Done when**: F1 no longer holds
|   - **Verify**: the re-review of task 1.1 passes
|   - **Commit**: `fix(1.1.1): address review findings`
> [x] 1.1 Count the attempts: src/a.rs; commit feat(login): count the attempts
> [x] 1.1.1 Fix: Count the attempts: src/a.rs; mends 1.1; commit fix(1.1.1): address review findings; done when F1 no longer holds
open task 1.1.1
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "The counter is reset too early" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: The counter is reset too early
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
fix F1
answer approved
  - resolved F1 "it is reset at the end"
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
