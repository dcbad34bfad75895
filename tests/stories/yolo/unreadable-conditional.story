# The older rule, by configuration: unreadable goes on with a warning (SPEC 4).
protocol yolo unreadable=proceed clarifications=0
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| Looks like a plan to me.
> pass 1: unclear [unparsed]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the review of 03-01 plan gave no signal; it goes on with a warning: REVIEW_PASS (no signal)
> summary: ### Unresolved Review Findings
>
> **03-01 plan**
>
> - No readable review was given.
>
> warning: no readable review of 03-01 plan ever came
