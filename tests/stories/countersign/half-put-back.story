# A place that is only partly what it was does not swing, nor does one that no fix changed.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Returns early" src/a.rs:10 why "the rest is skipped"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Returns early
change src/a.rs:10
change src/a.rs:11
respond
  - F1 fixed "no early return"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Computes for empty carts" src/a.rs:10 why "division by zero"
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: Computes for empty carts (fix_induced)
put-back src/a.rs:10 1
change src/a.rs:11
respond
  - F2 fixed "returns early"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Skips the log line" src/a.rs:10-11 why "the log is wanted"
> pass 3: changes_requested; resolved F2; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F3! high: Skips the log line (fix_induced)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
