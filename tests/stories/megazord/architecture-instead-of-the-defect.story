# A reviewer who calls an open critical architectural, its place untouched, takes nothing back by that; a new architectural concern is never critical.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
change src/c.rs:1
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 category architectural id F1
  - critical "Totals belong into a service" src/b.rs:1 category architectural
> pass 2: asked: You ask for changes, but no finding is critical, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes. A concern of architecture is noted and never blocks.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
status
> why: the answer for 03-01 Task 2 could not be taken as it is; ask the reviewer once more (pass 2 of 3). review_task with this loop_id gives its brief again
> question: You ask for changes, but no finding is critical, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes. A concern of architecture is noted and never blocks.
answer approved
status
