# Manual asks for criticals only; warnings never block and are not asked about (SPEC 4.1).
protocol megazord mode=manual
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved_with_notes
  - medium "A magic number" src/b.rs:4
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: A magic number
