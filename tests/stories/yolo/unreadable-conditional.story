# The older rule, by configuration: unreadable goes on with a warning (SPEC 4).
protocol yolo unreadable=proceed clarifications=0
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| Looks like a plan to me.
> pass 1: unclear [unparsed]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the review of 03-01 plan gave no signal; it goes on with a warning: no verdict could be read
> summary: ### Unresolved Review Findings
>
> **03-01 plan**
>
> the review of 03-01 plan gave no signal; it goes on with a warning: no verdict could be read.
>
> - No review that can be read was given.
>
> warning: no review that can be read was given of 03-01 plan
