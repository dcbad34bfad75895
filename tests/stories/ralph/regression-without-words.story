# The form's own words for a regression say nothing of what is found: the finding of before keeps its title (SPEC 4.4).
protocol ralph
open artifact login/research
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| ## Review: research (Iteration 1)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Grounding | FAIL | no source for the claim about speed |
| | 2 | Scope | PASS | ok |
|
| REVIEW_FAIL
> pass 1: changes_requested
> -> revise by author, research-analyst, files specs/login/research.md; review_task
>    F1! FAIL: no source for the claim about speed
change specs/login/research.md:3
review
| ## Review: research (Iteration 2)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Grounding | PASS | Previously FAIL, now PASS |
| | 2 | Scope | FAIL | REGRESSION: was PASS, now FAIL |
|
| REVIEW_FAIL
> pass 2: changes_requested; resolved F1; progress
> -> revise by author, research-analyst, files specs/login/research.md; review_task
>    F2! FAIL: Scope passed before and fails now, without a reason (late)
change specs/login/research.md:4
review
| ## Review: research (Iteration 3)
|
| ### Findings
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Grounding | FAIL | REGRESSION: was PASS, now FAIL |
| | 2 | Scope | PASS | Previously FAIL, now PASS |
|
| REVIEW_FAIL
> pass 3: changes_requested; resolved F2; progress [regression]
> -> proceed by host, outcome accepted_with_warnings, then requirements, options reopen; loop_status
