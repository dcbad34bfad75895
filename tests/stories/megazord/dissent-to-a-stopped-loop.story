# A person stopped it: a second answer changes no outcome, is kept, and its warning names the way back.
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix continue stop; decide
>    F1! critical: The discount is ignored
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
dissent changes_requested
  - critical "Anybody gets in" src/b.rs:4 cites CART-02
> pass 1: changes_requested; still open F1
> -> stop by host, outcome aborted, options reopen; loop_status
status
> why: 03-01 Task 2 was stopped by choice: nothing is done further without the user
> warning: F1 critical: The discount is ignored
> warning: F2 critical: Anybody gets in
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "Anybody gets in"); F2 went on file with it; `decide` with `choice` `reopen` and `turn` 5 has it reviewed once more
decide reopen
> -> review by reviewer, mz-reviewer, reason re_review; review_task
answer approved
  - resolved F1 "taken"
> pass 2: changes_requested (said approved); resolved F1; still open F2; no progress [resolved_unchanged verdict_vs_findings]
> -> ask_user by human, tier user, options fix continue stop; decide
>    F2! critical: Anybody gets in (repeated)
