# The stricter verdict of a second review holds also where nothing in it blocks by severity.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - medium "A magic number" src/b.rs:4 why "the tax rate changes in January"
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1 medium: A magic number
status
> why: this is the user's choice, not an agent's
> question: CART was let through, and a second review of the same pass asks for changes: it has 1 finding open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
