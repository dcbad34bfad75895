# An emptied document closes nothing a reviewer raised: no reviewer looked (SPEC 4, 6.5).
protocol ralph
open artifact login/research
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No sources" specs/login/research.md:10 category Grounding
> pass 1: changes_requested
> -> revise by author, research-analyst, files specs/login/research.md; review_task
>    F1! FAIL: No sources
change specs/login/research.md:10
precheck reject
  - high "Artifact is empty. No content to review." category empty
rejected-by-precheck
> pass 2: changes_requested; still open F1; no progress
> -> revise by author, research-analyst, files specs/login/research.md; review_task
>    F1! FAIL: No sources (repeated)
>    F2! FAIL: Artifact is empty. No content to review. (precheck)
