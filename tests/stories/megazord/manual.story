# Manual: each critical is put before the user: fix, continue or stop (SPEC 4.1).
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
  - medium "A magic number" src/b.rs:4
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: The discount is ignored
>    F2 warning: A magic number
status
> why: this is the user's choice, not an agent's
> question: The review of 03-01 Task 2 found 1 blocking finding. `fix`: the executor mends the findings; `continue`: go on with what is open; `stop`: stop the execution here.
decide accept
> refused: choice "accept" is not offered now
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2 warning: A magic number
status
> why: somebody chose `fix`: because. 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
fix F1 F2
answer approved
> pass 2: approved; resolved F1 F2; progress
> -> proceed by host, outcome approved; loop_status
