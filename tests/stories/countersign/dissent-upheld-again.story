# What was ruled on with the first dissent does not ask again; another blocking finding does (SPEC 6.3).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - high "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! high: The discount is ignored
decide uphold
> -> proceed by host, outcome approved; loop_status
status
> why: CART is approved
> warning: a second review asked for changes; somebody kept to the first (claimed) and laid F1 aside
dissent changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - high "Anybody may set the price" src/b.rs:30
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F2! high: Anybody may set the price
decide uphold
> -> proceed by host, outcome approved; loop_status
