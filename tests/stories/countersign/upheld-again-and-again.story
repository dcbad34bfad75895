# A first review is upheld by a model's word so often and no oftener; then the work is mended or stopped (SPEC 6.3, 6.10).
protocol countersign max_decisions=1
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - high "No test" src/b.rs:4
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! high: No test
decide uphold
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - high "Totals are off by one" src/a.rs:3
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix stop; decide
>    F2! high: Totals are off by one
decide uphold
> refused: "uphold" would lead the loop back again, and a model's word did so once already; from here on the user chooses that in person
status
> why: this is the user's choice, not an agent's
> question: CART was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `stop`: stop here.
> warning: this loop was led back once by a model's word; `uphold` is taken from the user in person now: leave `choice` out where the client can ask, or `countersign decide rl-story uphold --reason R` in a terminal
decide fix
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: Totals are off by one
