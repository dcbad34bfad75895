# Two findings that take turns at one line, each falling by silence when the other is open again, are no progress: nothing
# may be mended at all, and the same told in other words.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "`avg` fails for an empty cart" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: `avg` fails for an empty cart
fix F1
respond
  - F1 fixed "brackets"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Nobody thought of carts without goods" src/a.rs:10 why "still there"
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: Nobody thought of carts without goods (fix_induced)
fix F2
respond
  - F2 fixed "brackets"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "`avg` fails for an empty cart" src/a.rs:10 why "still there"
> pass 3: changes_requested; resolved F2; no progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: `avg` fails for an empty cart (repeated)
fix F1
respond
  - F1 fixed "brackets"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Nobody thought of carts without goods" src/a.rs:10 why "still there"
> pass 4: changes_requested; resolved F1; no progress
> -> ask_user by human, tier user, options accept fix stop; decide
>    F2! high: Nobody thought of carts without goods (fix_induced, repeated)
