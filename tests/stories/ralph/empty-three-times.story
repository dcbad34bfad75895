# Empty three times over: the limit holds there too.
protocol ralph
open artifact login/research
> -> review by reviewer, spec-reviewer, reason first; review_task
precheck reject
  - high "Artifact is empty. No content to review." category empty
rejected-by-precheck
> pass 1: changes_requested
> -> revise by author, research-analyst, files specs/login/research.md; review_task
>    F1! FAIL: Artifact is empty. No content to review. (precheck)
rejected-by-precheck
> pass 2: changes_requested; no progress
> -> revise by author, research-analyst, files specs/login/research.md; review_task
>    F1! FAIL: Artifact is empty. No content to review. (repeated, precheck)
rejected-by-precheck
> pass 3: changes_requested; no progress
> -> proceed by host, outcome accepted_with_warnings, then requirements, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS; login/research goes on with its findings unresolved
> summary: ### Review Warning: research
>
> **login/research**
>
> Max iterations (3) reached without REVIEW_PASS; login/research goes on with its findings unresolved.
>
> - F1 CRITICAL: Artifact is empty. No content to review.
>
> warning: F1 CRITICAL: Artifact is empty. No content to review.
