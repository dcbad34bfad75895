# An empty document fails without a reviewer, and says so in the system's words (SPEC 4.4).
protocol ralph
open artifact login/research
> -> review by reviewer, spec-reviewer, reason first; review_task
precheck reject
  - high "Artifact is empty. No content to review." category empty
rejected-by-precheck
> pass 1: changes_requested
> -> revise by author, research-analyst, files specs/login/research.md; review_task
>    F1! FAIL: Artifact is empty. No content to review. (precheck)
status
> why: revise login/research by its open findings (1 blocking finding). Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
precheck none
change specs/login/research.md:1
review
| ## Review: research (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Grounding | PASS | ok |
|
| REVIEW_PASS
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved, then requirements; loop_status
