# A milder second answer to a stage takes nothing back; the same words at the same place are one finding (SPEC 6.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer spec changes_requested
  - medium "The discount is ignored" src/a.rs:10 cites CART-01
  - critical "Totals are off by one" src/b.rs:3 cites CART-01
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved_with_notes
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
  - info "Totals are off by one" src/b.rs:3 cites CART-01
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer quality approved
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: Totals are off by one
>    F1! critical: The discount is ignored
