# A loop whose contract changed may be given up; and a review that is open is not disturbed.
protocol countersign
open task 03-01 2
> -> review by reviewer, countersign-reviewer, reason first; review_task
pass
> -> review by reviewer, countersign-reviewer, reason first; record_findings
asked "the discount is two in a hundred"
> refused: this is not due now: the loop waits for the reviewer's answer
answer changes_requested
  - high "No discount" src/a.rs:10 spec cites CART-01 why "the code is ignored"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: No discount
asked "what was asked"
> refused: the changed contract has no place here: it is what the loop began with, or was laid aside by choice
asked "the discount is two in a hundred"
> -> ask_user by human, tier user, options keep adopt abandon; decide
>    F1! high: No discount
decide abandon
> -> stop by host, outcome abandoned; loop_status
