# A second review after an approval closes it until it is ruled on (SPEC 6.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! critical: The discount is ignored
status
> why: this is the user's choice, not an agent's
> question: 03-01 Task 2 was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
decide uphold
> -> proceed by host, outcome approved; loop_status
status
> why: 03-01 Task 2 is approved
> warning: a second review asked for changes; somebody kept to the first (claimed) and laid F1 aside
