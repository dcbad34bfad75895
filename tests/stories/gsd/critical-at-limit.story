# A critical at the limit is not re-executed: the user is asked (SPEC 4, 4.3).
protocol gsd max_passes=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer rejected
  - critical "Anybody may delete the cart" src/a.rs:10
> pass 1: rejected
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! Critical: Anybody may delete the cart
