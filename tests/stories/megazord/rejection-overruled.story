# A rejection that is not accepted leaves the finding; it is raised again and cannot be rejected a second time (SPEC 4.5, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
respond
  - F1 rejected "discounts come with CART-02"
> -> review by reviewer, mz-reviewer, reason re_review; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 2: changes_requested; no progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated, overruled)
respond
  - F1 rejected "really not"
> not taken: the rejection of F1 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated, overruled)
