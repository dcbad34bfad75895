# Asked only for a citation, an answer that cannot be read leaves the finding uncited: it is held to cite the task, and blocks (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "No discount" src/a.rs:10 spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "No discount".
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| It is CART-01, of course.
> pass 1: unclear [unparsed dropped_when_asked citation_assumed]
> -> review by reviewer, mz-reviewer, reason fresh; review_task
