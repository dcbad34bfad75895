# A second, stricter review after an approval: the user rules on it (SPEC 6.3).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! high: The total overflows
status
> why: this is the user's choice, not an agent's
> question: CART was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
decide uphold
> -> proceed by host, outcome approved; loop_status
