# A loop given up while its reviewer is asked about an answer keeps what that answer raised.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - critical "The total is wrong" src/a.rs:7 spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "The total is wrong".
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
decide abandon
> -> stop by host, outcome abandoned; loop_status
status
> why: the review of CART was given up by choice
> warning: F1 critical: The total is wrong
