# The reviewer's own word, by id and with a reason, closes a finding whose condition does not hold.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Expired codes are taken" src/a.rs:10 why "nothing asks for the date" closes "src/a.rs contains 99: version 7"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Expired codes are taken
change src/a.rs:10
respond
  - F1 fixed "looks at the date"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved
  - resolved F1 "the date is asked for in line 10; my condition named the wrong line"
> pass 2: approved; resolved F1; progress [resolved_though_open]
> -> proceed by host, outcome approved; loop_status
