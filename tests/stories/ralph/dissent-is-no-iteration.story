# A second answer to the second iteration does not make a third failure of it (SPEC 4.4, 6.3).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
answer changes_requested
  - high "No data flow" category Completeness
> pass 2: changes_requested; no progress
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow (repeated)
dissent changes_requested
  - high "The data flow is missing" category Completeness
> pass 2: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow (repeated)
