# The stricter verdict of a second review holds also where nothing in it blocks by severity.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - medium "A magic number" src/b.rs:4 why "the tax rate changes in January"
> pass 1: changes_requested
> -> proceed by host, outcome approved; loop_status
status
> why: CART is approved
