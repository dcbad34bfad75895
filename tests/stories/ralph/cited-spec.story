# A row that cites the document which the work violates is a defect of the work, not a suggestion to the spec's author.
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "the account is never locked, against AC-1 in specs/login/requirements.md:3" specs/login/requirements.md:3 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: the account is never locked, against AC-1 in specs/login/requirements.md:3
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.3.1 [FIX 1.3] Fix: Sum the cart
>   - **Do**:
>     1. F1 the account is never locked, against AC-1 in specs/login/requirements.md:3
>   - **Files**: src/a.rs, src/b.rs
>   - **Done when**: F1 no longer holds
>   - **Verify**: the re-review of task 1.3 passes
>   - **Commit**: `fix(1.3.1): address review findings`
