# Four warnings in one task are a notice; warnings never block (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved_with_notes
  - medium "A magic number" src/a.rs:4
  - medium "A long function" src/a.rs:20
  - medium "A vague name" src/b.rs:4
  - medium "Copied code" src/b.rs:30
> pass 1: approved_with_notes [many_warnings]
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: A magic number
>    F2 warning: A long function
>    F3 warning: A vague name
>    F4 warning: Copied code
status
> why: 03-01 Task 2 is approved with 4 open notes
