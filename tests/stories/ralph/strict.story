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
> why: the limit of 3 passes is reached; login/design goes on with its findings unresolved
> summary: ### Unresolved Review Findings
>
> **login/design**
>
> - No readable review was given within the limit.
>
>
> warning: no readable review of login/design ever came
