# At the limit the user has it mended: one more review, then the user is asked again; choices are limited (SPEC 6.7).
protocol countersign max_passes=1 max_decisions=2
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: The total overflows
decide fix
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
respond
  - F1 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 2: changes_requested; no progress
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: The total overflows (repeated)
decide fix
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows (repeated)
respond
  - F1 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 3: changes_requested; no progress
> -> ask_user by human, tier user, options accept stop; decide
>    F1! high: The total overflows (repeated)
status
> why: this is the user's choice, not an agent's
> question: CART has 1 blocking finding open, and 2 rounds brought no progress. `accept`: go on with what is open; `stop`: stop here.
> warning: the loop was sent on 2 times already; only choices that end it are left
decide fix
> refused: choice "fix" is not offered now
