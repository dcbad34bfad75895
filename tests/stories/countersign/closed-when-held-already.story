# A condition that holds while the finding is raised could tell no fix: it has no effect, and that is said.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Expired codes are taken" src/a.rs:10 why "nothing asks for the date" closes "src/a.rs exists"
  - high "Empty carts divide by zero" src/b.rs:1 why "no guard" closes "the guard is there"
> pass 1: changes_requested [closed_when_holds closed_when_unusable]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken
>    F2! high: Empty carts divide by zero
respond
  - F1 fixed "done"
  - F2 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved
> pass 2: changes_requested (said approved); still open F1 F2; no progress [verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken (repeated)
>    F2! high: Empty carts divide by zero (repeated)
