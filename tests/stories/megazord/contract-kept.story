# What is asked changed while a finding was mended: the user is asked, and keeps what the review began with (SPEC 6.8).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "No discount" src/a.rs:10 spec cites CART-01 why "the code is ignored"
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount
change src/a.rs:10
asked "the discount is two in a hundred"
> -> ask_user by human, tier user, options keep adopt abandon; decide
>    F1! critical: No discount
status
> why: this is the user's choice, not an agent's
> question: What is asked of 03-01 Task 2 changed since its review began: its text, from “what was asked” to “the discount is two in a hundred”. A review keeps what it began with unless the user says otherwise. `keep`: go on with what it was reviewed for so far; `adopt`: go on with what is asked now; `abandon`: give this loop up.
decide keep
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount
asked "the discount is two in a hundred"
> refused: the changed contract has no place here: it is what the loop began with, or was laid aside by choice
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
