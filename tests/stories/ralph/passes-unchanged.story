# A dimension that passes where nothing changed and without a reason closes nothing; with a reason it does.
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
review
| ## Review: design (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | |
|
| REVIEW_PASS
> pass 2: changes_requested (said approved); still open F1; no progress [passed_unchanged verdict_vs_findings]
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow (repeated)
review
| ## Review: design (Iteration 3)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | Previously FAIL, now PASS: the data flow stands in section 4, which I had missed |
|
| REVIEW_PASS
> pass 3: approved; resolved F1; no progress
> -> proceed by host, outcome approved, then tasks; loop_status
