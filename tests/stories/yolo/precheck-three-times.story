# The check alone can use up the cycles: failed, and the whole phase stops (SPEC 4.2).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck reject
  - high "Missing frontmatter fields: must_haves" category frontmatter
rejected-by-precheck
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Missing frontmatter fields: must_haves (precheck)
rejected-by-precheck
> pass 2: changes_requested; no progress
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Missing frontmatter fields: must_haves (repeated, precheck)
rejected-by-precheck
> pass 3: changes_requested; no progress
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Missing frontmatter fields: must_haves (repeated, precheck)
status
> why: 03-01 plan has not passed after 3 reviews: stop the whole phase, all its plans, those already approved too
> warning: F1 high: Missing frontmatter fields: must_haves
