# A finding that was resolved and comes back is the same one, reopened.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
fix F1
respond
  - F1 fixed "u64"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "No test of totals" src/a.rs:50 why "the fix has none"
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: No test of totals (late)
change src/a.rs:50
respond
  - F2 fixed "added"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - high "The total overflows again" src/a.rs:10 id F1 why "u64 became u32"
> pass 3: changes_requested; resolved F2; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows; now: The total overflows again (repeated)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
