# Only a critical spec finding must cite: a warning without a citation is taken as it is (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved_with_notes
  - medium "Naming of the action" src/a.rs:10 spec
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: Naming of the action
