# With something open, a pass that is taken back sends the author back to it, as a request for changes would.
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
review
| REVIEW_PASS
|
| On second thought this is not a pass: do not go on with it.
> pass 2: unclear; still open F1 [verdict_vs_verdict]
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow (repeated)
