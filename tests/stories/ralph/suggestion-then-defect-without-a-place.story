# What is said in other words and without a place does not stand where the spec was at fault; in doubt, the work fails.
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "the Do step is ambiguous" specs/login/tasks.md:4 category Alignment
> pass 1: changes_requested; not counted
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
decide reopen
> -> review by reviewer, spec-reviewer, reason re_review; review_task
answer changes_requested
  - high "x is set and never used: the feature is missing" category Alignment
> pass 2: changes_requested; still open F1; no progress
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1 FAIL: the Do step is ambiguous (repeated, suggestion)
>    F2! FAIL: x is set and never used: the feature is missing (late)
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.3.1 [FIX 1.3] Fix: Sum the cart
>   - **Do**:
>     1. F2 x is set and never used: the feature is missing
>   - **Files**: src/a.rs, src/b.rs
>   - **Done when**: F2 no longer holds
>   - **Verify**: the re-review of task 1.3 passes
>   - **Commit**: `fix(1.3.1): address review findings`
