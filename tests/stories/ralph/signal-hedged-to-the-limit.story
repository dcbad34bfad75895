# Hedged three times over, the limit rule holds, and it is not called "no signal".
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| REVIEW_PASS, but I would hold off.
> pass 1: unclear [hedged]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
review
| REVIEW_PASS, but I would hold off.
> pass 2: unclear [hedged]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
review
| REVIEW_PASS, but I would hold off.
> pass 3: unclear [hedged]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS, and the last review of login/design gave no verdict; it goes on with a warning
> summary: ### Review Warning: design
>
> **login/design**
>
> Max iterations (3) reached without REVIEW_PASS, and the last review of login/design gave no verdict; it goes on with a warning.
>
> - No review that can be read was given.
>
> warning: no review that can be read was given of login/design
