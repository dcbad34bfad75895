# Strict: an answer without a signal is a failed iteration, a fresh review follows, at the limit the limit rule (SPEC 4).
protocol ralph clarifications=0 unreadable=uses_pass
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| The design reads well enough.
> pass 1: unclear [unparsed]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
status
> why: the last review of login/design used up its pass without an answer that counts; a fresh one is due
review
| Fine by me, mostly.
> pass 2: unclear [unparsed]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
review
| Hm.
> pass 3: unclear [unparsed]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS, and the last review of login/design gave no verdict; it goes on with a warning
> summary: ### Review Warning: design
>
> **login/design**
>
> Max iterations (3) reached without REVIEW\_PASS, and the last review of login/design gave no verdict; it goes on with a warning.
>
> - No review that can be read was given.
>
> warning: no review that can be read was given of login/design
