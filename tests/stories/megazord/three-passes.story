# Only critical blocks; after the third pass the task goes on with its findings in the SUMMARY.
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
fix F1
answer changes_requested
  - critical "The total ignores the discount" src/a.rs:10
> pass 2: changes_requested; still open F2; no progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored; now: The total ignores the discount (repeated)
>    F2 warning: A magic number (repeated)
fix F1
answer changes_requested
  - critical "The discount is still ignored" src/a.rs:10
> pass 3: changes_requested; still open F2; no progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> The limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved.
>
> - F1 critical: The discount is still ignored (src/a.rs:10)
> - F2 warning: A magic number (src/b.rs:4)
>
> warning: F1 critical: The discount is still ignored
decide reopen
> -> review by reviewer, mz-reviewer, reason re_review; review_task
answer approved
  - resolved F1 "the discount is taken off now"
  - resolved F2 "named"
> pass 4: approved; resolved F1 F2; no progress [resolved_unchanged]
> -> proceed by host, outcome approved; loop_status
