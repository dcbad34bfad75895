# REVIEW_FAIL that names nothing is a signal, and not one of passing: nobody is sent to mend nothing, a fresh review follows; at the limit the limit rule (SPEC 5.6, 6.7).
protocol ralph
open artifact login/tasks
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| REVIEW_FAIL
> pass 1: unclear (said changes_requested) [verdict_vs_findings]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the review of login/tasks gave no signal; it goes on with a warning: REVIEW_PASS (no signal)
> summary: ### Unresolved Review Findings
>
> **login/tasks**
>
> - No readable review was given within the limit.
>
>
> warning: no readable review of login/tasks ever came
review
| REVIEW_FAIL
> refused: loop rl-story is closed: accepted_with_warnings
review
| REVIEW_FAIL
> refused: loop rl-story is closed: accepted_with_warnings
status
> why: the review of login/tasks gave no signal; it goes on with a warning: REVIEW_PASS (no signal)
> summary: ### Unresolved Review Findings
>
> **login/tasks**
>
> - No readable review was given within the limit.
>
>
> warning: no readable review of login/tasks ever came
