# Ruled on, it is said no more.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
dissent changes_requested 1
  - critical "Anybody gets in" src/b.rs:4 cites CART-02
> pass 1: changes_requested; progress
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F2! critical: Anybody gets in
decide uphold
> -> proceed by host, outcome approved; loop_status
status
> why: 03-01 Task 2 is approved
> warning: a second review asked for changes; somebody kept to the first (claimed) and laid F2 aside
dissent changes_requested 1
  - critical "Anybody gets in" src/b.rs:4 cites CART-02
  - medium "One apple" src/b.rs:5
> pass 1: changes_requested; progress
> -> proceed by host, outcome approved; loop_status
>    F3 warning: One apple
status
> why: 03-01 Task 2 is approved; 1 note came too late to count
> warning: a second review asked for changes; somebody kept to the first (claimed) and laid F2 aside
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "Anybody gets in", "One apple"); F3 went on file with it; nothing of that blocks
