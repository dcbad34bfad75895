# One stage answered by two reviewers: both are kept, and the stricter holds whichever came first (SPEC 3, 6.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer spec approved
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved
> refused: pass 1 holds this very answer already
answer spec changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
  - resolved F9 "never said"
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
status
> why: the spec stage is recorded, the quality stage of the same pass is still to come (pass 1 of 3)
answer quality approved
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
