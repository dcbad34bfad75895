# A suggestion beside a defect: only the defect is mended, the suggestion never blocks.
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "AC-2 does not say after how many attempts" specs/login/requirements.md:12 category Alignment
  - high "The counter is never reset" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1 FAIL: AC-2 does not say after how many attempts (suggestion)
>    F2! FAIL: The counter is never reset
status
> why: 1 finding blocks. Put the task in `fix` into the task list, have it executed and committed by itself with the message on its Commit line. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> fix: - [ ] 1.3.1 [FIX 1.3] Fix: Sum the cart
>   - **Do**:
>     1. F2 The counter is never reset
>   - **Files**: src/a.rs
>   - **Done when**: F2 no longer holds
>   - **Verify**: the re-review of task 1.3 passes
>   - **Commit**: `fix(1.3.1): address review findings`
fix F2
answer approved
> pass 2: approved_with_notes (said approved); resolved F2; still open F1; progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 FAIL: AC-2 does not say after how many attempts (repeated, suggestion)
status
> why: tasks Task 1.3 is approved with 1 open note
> summary: ## Review Suggestions
>
> **tasks Task 1.3**
>
> - F1 FAIL: AC-2 does not say after how many attempts (specs/login/requirements.md:12)
