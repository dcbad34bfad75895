# Unreadable to the limit: the limit rule, with a warning that no readable review ever came; never an approval (SPEC 4, 12.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| Hm.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| Hm.
> pass 1: unclear [unparsed]
> -> review by reviewer, mz-reviewer, reason fresh; review_task
review
| Hm.
> pass 2: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| Hm.
> pass 2: unclear [unparsed]
> -> review by reviewer, mz-reviewer, reason fresh; review_task
review
| Hm.
> pass 3: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| Hm.
> pass 3: unclear [unparsed]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the limit of 3 passes is reached, and the last review of 03-01 Task 2 gave no verdict; it goes on with a warning
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> the limit of 3 passes is reached, and the last review of 03-01 Task 2 gave no verdict; it goes on with a warning.
>
> - No review that can be read was given.
>
> warning: no review that can be read was given of 03-01 Task 2
