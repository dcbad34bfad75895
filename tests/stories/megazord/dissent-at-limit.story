# A second review after the limit rule let the task go on asks the user, in words that fit (SPEC 6.3).
protocol megazord max_passes=1
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
dissent changes_requested
  - critical "Overflow of the sum" src/b.rs:4
> pass 1: changes_requested; still open F1
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! critical: The discount is ignored
>    F2! critical: Overflow of the sum
status
> why: this is the user's choice, not an agent's
> question: 03-01 Task 2 was let through, and a second review of the same pass asks for changes: it has 2 blocking findings open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
