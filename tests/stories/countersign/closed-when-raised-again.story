# Raised again while its condition holds: the condition told no fix, and has no effect any more.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Expired codes are taken" src/a.rs:10 why "nothing asks for the date" closes "src/a.rs contains 10: version 1"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken
change src/a.rs:10
respond
  - F1 fixed "looks at the date"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Expired codes are taken" src/a.rs:10 why "the date is read and never compared"
> pass 2: changes_requested; no progress [closed_when_holds]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken (repeated)
respond
  - F1 fixed "compared"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved
> pass 3: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: Expired codes are taken (repeated)
