# A REVIEW_PASS that the next sentence takes back is a signal that does not hold: the iteration counts like one that asks
# for changes, and nothing goes on by it (SPEC 4, 5.4).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: design (Iteration 1)
|
| ### Findings
|
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | - |
|
| REVIEW_PASS
|
| On second thought this is not a pass: do not go on with it.
> pass 1: unclear [verdict_vs_verdict]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
status
> why: the last review of login/design used up its pass without an answer that counts; a fresh one is due
answer changes_requested
  - high "No data flow" category Completeness
> pass 2: changes_requested; progress
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
# With something open it is mended, not looked at afresh.
review
| REVIEW_PASS
|
| On second thought this is not a pass: do not go on with it.
> pass 3: unclear; still open F1 [verdict_vs_verdict]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS, and the last review of login/design gave no verdict; it goes on with a warning
> summary: ### Review Warning: design
>
> **login/design**
>
> Max iterations (3) reached without REVIEW_PASS, and the last review of login/design gave no verdict; it goes on with a warning.
>
> - F1 FAIL: No data flow
>
> warning: F1 FAIL: No data flow
