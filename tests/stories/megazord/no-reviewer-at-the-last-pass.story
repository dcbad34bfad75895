# The last pass finds no reviewer: nobody resolves the critical, the loop waits for one at the plan boundary, and then its limit holds.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "One apple" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: One apple
fix F1
answer changes_requested
  - critical "One apple" src/a.rs:10 cites CART-01
> pass 2: changes_requested; no progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: One apple (repeated)
fix F1
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
unavailable "nested reviewers cannot start"
> -> proceed by host, outcome unreviewed; review_task
>    F1! critical: One apple (repeated)
status
> why: no reviewer could run for 03-01 Task 2 (nested reviewers cannot start); go on, and try again at the plan boundary with this call
> warning: 03-01 Task 2 is unreviewed
> warning: F1 critical: One apple
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
unavailable "nested reviewers cannot start"
> -> proceed by host, outcome unreviewed; review_task
>    F1! critical: One apple (repeated)
status
> why: no reviewer could run for 03-01 Task 2 (nested reviewers cannot start); go on, and try again at the plan boundary with this call
> warning: 03-01 Task 2 is unreviewed
> warning: F1 critical: One apple
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
answer changes_requested
  - critical "One apple" src/a.rs:10 cites CART-01
> pass 3: changes_requested; no progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> The limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved.
>
> - F1 critical: One apple (src/a.rs:10)
>
> warning: F1 critical: One apple
