# Rows of an answer without a signal pass nothing: what cannot be read resolves nothing (strict).
protocol ralph unreadable=uses_pass
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
answer unclear
> pass 2: unclear; still open F1
> -> review by reviewer, spec-reviewer, reason fresh; review_task
