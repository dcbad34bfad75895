# A critical cannot be put off, a warning can, with a reason (SPEC 2 responses).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
  - medium "A magic number" src/b.rs:4
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2 warning: A magic number
respond
  - F1 deferred "next sprint"
  - F2 deferred
  - F2 deferred "with the renaming task"
> not taken: F1 is critical and blocks: it can be `fixed`, or `rejected` with a reason, not put off
> not taken: putting a finding off needs `reason`
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2 warning: A magic number
