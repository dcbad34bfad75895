# What is raised inside of what the last revision changed is marked as its work (SPEC 6.6).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" specs/login/design.md:20 category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:20
answer changes_requested
  - resolved F1 "it is drawn now"
  - high "The flow names a service that is nowhere" specs/login/design.md:20 category Grounding
> pass 2: changes_requested; resolved F1; progress
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F2! FAIL: The flow names a service that is nowhere (fix_induced)
status
> why: revise login/design by its open findings (1 blocking finding). Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
