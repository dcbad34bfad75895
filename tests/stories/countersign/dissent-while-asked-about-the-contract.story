# A second answer that comes while the user is asked about the contract is what the loop goes on with.
protocol countersign
open task 03-01 2
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "x breaks"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: One apple
respond
  - F1 rejected "`load` in src/a.rs:3 returns early before that line"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
asked "the discount is two in a hundred"
> -> ask_user by human, tier user, options keep adopt abandon; decide
>    F1! high: One apple
dissent changes_requested
  - critical "Secrets in the log" src/a.rs:20 why "logged in clear"
> pass 1: changes_requested; still open F1
> -> ask_user by human, tier user, options keep adopt abandon; decide
>    F2! critical: Secrets in the log
>    F1! high: One apple
decide keep
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! critical: Secrets in the log
>    F1! high: One apple
pass
> refused: the open findings must be answered first
