# A fix that stands elsewhere, said with its file, closes the finding when nobody raises it again (SPEC 7.3, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
change src/b.rs:4
respond
  - F1 fixed "subtracted in src/b.rs"
> -> review by reviewer, mz-reviewer, reason re_review; review_task
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
