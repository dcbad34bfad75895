# Manual mode without a reviewer asks nobody to choose between findings that nobody has; the review that comes later does.
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
pass
> -> review by reviewer, mz-reviewer, reason first; record_findings
unavailable "nested reviewers cannot start"
> -> proceed by host, outcome unreviewed; review_task
status
> why: no reviewer could run for 03-01 Task 2 (nested reviewers cannot start); go on, and try again at the plan boundary with this call
> warning: 03-01 Task 2 is unreviewed
pass
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer changes_requested
  - critical "One apple" src/a.rs:10 cites CART-01
  - medium "A pear" src/a.rs:30
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: One apple
>    F2 warning: A pear
status
> why: this is the user's choice, not an agent's
> question: The review of 03-01 Task 2 found 1 blocking finding. `fix`: the executor mends the findings; `continue`: go on with what is open; `stop`: stop the execution here.
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: One apple
>    F2 warning: A pear
status
> why: somebody chose `fix`: because. 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
fix F1
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
unavailable "again none"
> -> proceed by host, outcome unreviewed; review_task
>    F1! critical: One apple
>    F2 warning: A pear
status
> why: no reviewer could run for 03-01 Task 2 (again none); go on, and try again at the plan boundary with this call
> warning: 03-01 Task 2 is unreviewed
> warning: F1 critical: One apple
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
answer approved
> pass 2: approved_with_notes (said approved); resolved F1; still open F2; progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F2 warning: A pear (repeated)
status
> why: 03-01 Task 2 is approved with 1 open note
