# A second review that finds a critical after a PASS closes it until it is ruled on (SPEC 6.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs; loop_status
dissent rejected
  - critical "Anybody may delete the cart" src/b.rs:4
> pass 1: rejected
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! Critical: Anybody may delete the cart
status
> why: this is the user's choice, not an agent's
> question: 42 was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
