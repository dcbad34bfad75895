# No signal while findings are open: on with a warning that names them; nothing is resolved by it.
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
review
| I ran out of turns.
> pass 2: unclear; still open F1 [unparsed]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: the review of login/design gave no signal; it goes on with a warning: REVIEW_PASS (no signal)
> summary: ### Review Warning: design
>
> **login/design**
>
> the review of login/design gave no signal; it goes on with a warning: REVIEW\_PASS (no signal).
>
> - F1 FAIL: No data flow
>
> warning: F1 FAIL: No data flow
