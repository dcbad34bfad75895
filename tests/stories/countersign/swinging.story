# A finding that takes an earlier one back: the user is asked with both positions, never a plain fix (SPEC 6.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Inline the helper" src/a.rs:10 why "one caller"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Inline the helper
fix F1
respond
  - F1 fixed "inlined"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Extract a helper" src/a.rs:10 reverses F1 why "the function is long"
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> ask_user by human, tier user, options accept fix stop; decide
>    F2! high: Extract a helper (fix_induced)
status
> why: this is the user's choice, not an agent's
> question: The reviews of CART ask for opposite things: pass 1 asked for "Inline the helper" (F1); pass 2 asks for "Extract a helper" (F2). Say in `reason` which shall hold. `accept`: go on with what is open; `fix`: one more round: mend what is open, then review again; `stop`: stop here.
