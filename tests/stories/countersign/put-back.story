# A file that is again what it was two reviews ago swings, whoever says so (SPEC 6.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Returns early" src/a.rs:10 why "the rest is skipped"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Returns early
change src/a.rs:10
respond
  - F1 fixed "no early return"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Computes for empty carts" src/a.rs:10 why "division by zero"
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: Computes for empty carts (fix_induced)
put-back src/a.rs 1
respond
  - F2 fixed "returns early"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Skips the audit line" src/a.rs:12 why "the audit is required"
> pass 3: changes_requested; resolved F2; still open F1; no progress [mend_undone swinging]
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: Returns early (repeated)
>    F3! high: Skips the audit line (late)
status
> why: this is the user's choice, not an agent's
> question: The reviews of CART ask for opposite things: src/a.rs is again what it was in pass 1; pass 3 asks for "Skips the audit line" (F3). Say in `reason` which shall hold. `accept`: go on with what is open; `fix`: one more round: mend what is open, then review again; `stop`: stop here.
