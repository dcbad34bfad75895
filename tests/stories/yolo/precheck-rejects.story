# The structural check fails fast: no reviewer runs, it counts as a cycle, next is to revise (SPEC 4.2).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
precheck reject
  - high "Missing frontmatter fields: must_haves" category frontmatter
  - medium "7 tasks; at most 5" category task_count
rejected-by-precheck
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Missing frontmatter fields: must_haves (precheck)
>    F2 medium: 7 tasks; at most 5 (precheck)
status
> why: revise 03-01 plan by its open findings (1 blocking finding). Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
change .planning/phases/03-cart/03-01-PLAN.md:1
precheck approve
answer approved
> pass 2: approved; resolved F1 F2; progress
> -> proceed by host, outcome approved; loop_status
