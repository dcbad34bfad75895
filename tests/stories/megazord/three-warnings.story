# Three warnings and an info are no notice (SPEC 4.1: 4 or more warnings).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved_with_notes
  - medium "A magic number" src/a.rs:4
  - medium "A long function" src/a.rs:20
  - medium "A vague name" src/b.rs:4
  - info "A nice idea" src/b.rs:30
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: A magic number
>    F2 warning: A long function
>    F3 warning: A vague name
>    F4 info: A nice idea
