# Two stages in two calls are one pass: the stricter verdict is the answer's (SPEC 3, 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer spec changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer quality approved_with_notes
  - medium "A magic number" src/b.rs:4
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2 warning: A magic number
fix F1
answer quality approved
  - resolved F2 "it is named"
> pass 2: quality stage recorded
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
answer spec approved
> pass 2: approved; resolved F2 F1; progress
> -> proceed by host, outcome approved; loop_status
