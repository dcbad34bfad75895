# A finding of no weight that says it takes another back swings too: the user is asked, and no fixer goes to and fro (SPEC 6.6).
protocol countersign max_passes=5
open change AUTH
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Round each line" src/a.rs:10 why "the sums differ"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Round each line
fix F1
respond
  - F1 fixed "rounded"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - medium "Sums exactly" src/a.rs:10 reverses F1 why "the fix loses cents"
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> ask_user by human, tier user, options accept fix stop; decide
>    F2 medium: Sums exactly (fix_induced)
status
> why: this is the user's choice, not an agent's
> question: The reviews of AUTH ask for opposite things: pass 1 asked for "Round each line" (F1); pass 2 asks for "Sums exactly" (F2). Say in `reason` which shall hold. `accept`: go on with what is open; `fix`: one more round: mend what is open, then review again; `stop`: stop here.
