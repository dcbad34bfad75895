# No reviewer for the re-review: on with a warning that names what is open.
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
pass
> -> review by reviewer, spec-reviewer, reason re_review; record_findings
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
> - F1 FAIL: No data flow
>
> warning: F1 FAIL: No data flow
