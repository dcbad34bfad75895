# Each blocking finding needs a response before the re-review (SPEC 4).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
  - high "No test" src/b.rs:4
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
>    F2! high: No test
pass
> refused: the open findings must be answered first
fix F1
respond
  - F1 fixed "u64"
> -> respond by fixer, countersign-executor, tier developer; respond_findings
>    F2! high: No test
pass
> refused: the open findings must be answered first
respond
  - F2 fixed "tests/total.rs covers it"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
