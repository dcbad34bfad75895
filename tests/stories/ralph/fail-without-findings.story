# REVIEW_FAIL that names nothing is a signal, and not one of passing: nobody is sent to mend nothing, a fresh review follows; at the limit the limit rule (SPEC 5.6, 6.7).
protocol ralph
open artifact login/tasks
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| REVIEW_FAIL
> pass 1: unclear (said changes_requested) [verdict_vs_findings]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
status
> why: the last review of login/tasks used up its pass without an answer that counts; a fresh one is due
review
| REVIEW_FAIL
> pass 2: unclear (said changes_requested) [verdict_vs_findings]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
review
| REVIEW_FAIL
> pass 3: unclear (said changes_requested) [verdict_vs_findings]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS, and the last review of login/tasks gave no verdict; it goes on with a warning
> summary: ### Review Warning: tasks
>
> **login/tasks**
>
> Max iterations (3) reached without REVIEW\_PASS, and the last review of login/tasks gave no verdict; it goes on with a warning.
>
> - No review that can be read was given.
>
> warning: no review that can be read was given of login/tasks
