# One dimension that first failed for the spec and then for the work: the second is a defect, and blocks (SPEC 4.4).
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "the Do step is ambiguous" specs/login/tasks.md:4 category Alignment
  - high "z is not asked for" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1 FAIL: the Do step is ambiguous (suggestion)
>    F2! FAIL: z is not asked for
fix F2
answer changes_requested
  - high "x is set and never used: the feature is missing" src/b.rs:20 category Alignment
> pass 2: changes_requested; resolved F2; still open F1; progress
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1 FAIL: the Do step is ambiguous (repeated, suggestion)
>    F3! FAIL: x is set and never used: the feature is missing (late)
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.3.2 [FIX 1.3] Fix: Sum the cart
>   - **Do**:
>     1. F3 x is set and never used: the feature is missing
>   - **Files**: src/b.rs
>   - **Done when**: F3 no longer holds
>   - **Verify**: the re-review of task 1.3 passes
>   - **Commit**: `fix(1.3.2): address review findings`
change src/b.rs:20
answer changes_requested
  - high "the value is still not read anywhere" src/b.rs:20 category Alignment
> pass 3: changes_requested; still open F1; no progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
