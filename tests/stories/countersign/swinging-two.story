# A finding that takes two earlier ones back names both to the user (SPEC 6.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Inline the helper" src/a.rs:10 why "one caller"
  - high "Round each line" src/a.rs:30 why "the sums differ"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Inline the helper
>    F2! high: Round each line
fix F1
fix F2
respond
  - F1 fixed "inlined"
  - F2 fixed "rounds"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Extract a helper and sum exactly" src/a.rs:10 reverses "**F1** / #F2" why "the function is long"
> pass 2: changes_requested; resolved F1 F2; progress [swinging]
> -> ask_user by human, tier user, options accept fix stop; decide
>    F3! high: Extract a helper and sum exactly (fix_induced)
status
> why: this is the user's choice, not an agent's
> question: The reviews of CART ask for opposite things: pass 1 asked for "Inline the helper" (F1), pass 1 asked for "Round each line" (F2); pass 2 asks for "Extract a helper and sum exactly" (F3). Say in `reason` which shall hold. `accept`: go on with what is open; `fix`: one more round: mend what is open, then review again; `stop`: stop here.
