# A response to an id that never existed is refused, and undoes none of the others (SPEC 6.3, 12.18).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
respond
  - F7 fixed "done"
  - F1 fixed "done"
> not taken: no finding F7 in this loop; open are: F1
> -> review by reviewer, mz-reviewer, reason re_review; review_task
