# Who accepted what was open did not accept what nobody had named: a second review that adds what blocks asks the user again.
protocol countersign max_passes=1
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: The total overflows
decide accept
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
dissent changes_requested
  - high "The total overflows" src/a.rs:10 id F1
> pass 1: changes_requested
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
dissent changes_requested
  - critical "Data is lost on save" src/b.rs:4
> pass 1: changes_requested; still open F1
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F2! critical: Data is lost on save
>    F1! high: The total overflows
status
> why: this is the user's choice, not an agent's
> question: CART was let through, and a second review of the same pass asks for changes: it has 2 blocking findings open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "Data is lost on save"); F2 went on file with it and must be dealt with
decide uphold
> -> proceed by host, outcome accepted_with_issues; loop_status
