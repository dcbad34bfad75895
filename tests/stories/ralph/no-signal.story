# No signal and no finding: no clarification; on with a warning, logged `REVIEW_PASS (no signal)` (SPEC 4).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| The design reads well enough, I had a look at most of it.
> pass 1: unclear [unparsed]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: the review of login/design gave no signal; it goes on with a warning: REVIEW_PASS (no signal)
> summary: ### Review Warning: design
>
> **login/design**
>
> the review of login/design gave no signal; it goes on with a warning: REVIEW\_PASS (no signal).
>
> - No review that can be read was given.
>
> warning: no review that can be read was given of login/design
