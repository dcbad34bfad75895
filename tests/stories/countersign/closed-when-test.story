# A test that must be reported as passed; a report of before the review counts for nothing (SPEC 6.9).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Expired codes are taken" src/a.rs:10 why "nothing asks for the date" closes "test cart::expired"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken
change src/a.rs:10
respond
  - F1 fixed "looks at the date"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved
> pass 2: changes_requested (said approved); still open F1; no progress [closed_when_open verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken (repeated)
change src/a.rs:10
tests passed cart::expired
> 0 failing, 0 fixed, 0 new, 0 not run: first run
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken (repeated)
respond
  - F1 fixed "looks at the date, and the test shows it"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved
> pass 3: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
