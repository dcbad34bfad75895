# A finding that the re-review does not mention stays open while its place is untouched (SPEC 6.5).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
  - high "No rate limit"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
>    F2! high: No rate limit
respond
  - F1 fixed "done"
  - F2 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer approved
> pass 2: changes_requested (said approved); still open F1 F2; no progress [verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows (repeated)
>    F2! high: No rate limit (repeated)
status
> why: 2 findings block. Mend them and commit the fix separately, under the task's scope. Then answer each blocking finding
