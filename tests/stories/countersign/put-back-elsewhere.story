# A finding in a file that did not return to an earlier content does not swing.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Returns early" src/a.rs:10 why "the rest is skipped"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Returns early
change src/a.rs:10
respond
  - F1 fixed "no early return"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Computes for empty carts" src/a.rs:10 why "division by zero"
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: Computes for empty carts (fix_induced)
put-back src/a.rs 1
respond
  - F2 fixed "returns early"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "Key in the log" src/b.rs:12 why "seen only now, the log was added last"
> pass 3: changes_requested; resolved F2; still open F1; no progress [mend_undone]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Returns early (repeated)
>    F3! high: Key in the log (late)
