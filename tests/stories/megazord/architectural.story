# An architectural concern is never critical: lowered to a warning, and said (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved_with_notes
  - critical "The module knows too much" src/a.rs:10 architectural
  - medium "A magic number" src/b.rs:4
> pass 1: approved_with_notes [architectural_cap]
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: The module knows too much
>    F2 warning: A magic number
