# An upheld approval with notes keeps its notes, and a severity that only the second answer raised comes down again.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved_with_notes
  - medium "Long name" src/a.rs:10
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: Long name
dissent changes_requested
  - critical "Long name" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! critical: Long name
decide uphold
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: Long name
status
> why: 03-01 Task 2 is approved with 1 open note
> warning: a second review asked for changes; somebody kept to the first (claimed) and laid F1 aside
