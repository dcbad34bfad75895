# What a reviewer finds after a pass that only the check answered is not late: he had no chance before.
protocol ralph late_are_notes=true
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
precheck reject
  - high "Artifact is empty. No content to review." category empty
rejected-by-precheck
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: Artifact is empty. No content to review. (precheck)
precheck none
change specs/login/design.md:1
answer changes_requested
  - high "No data flow" category Completeness
> pass 2: changes_requested; resolved F1; progress
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F2! FAIL: No data flow
