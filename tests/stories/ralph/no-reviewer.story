# No reviewer can run: on with a warning (SPEC 4).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
pass
> -> review by reviewer, spec-reviewer, reason first; record_findings
unavailable "the subagent did not start"
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: no reviewer could run for login/design (the subagent did not start); it goes on with a warning
> summary: ### Review Warning: design
>
> **login/design**
>
> no reviewer could run for login/design (the subagent did not start); it goes on with a warning.
>
> - No reviewer could run.
>
> warning: no reviewer looked at login/design
