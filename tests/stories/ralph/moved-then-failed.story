# Never more than three runs of the reviewer for one document: one whose document moved meanwhile uses no iteration, and is a run (SPEC 4.4, 7.1).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
pass
> -> review by reviewer, spec-reviewer, reason first; record_findings
stale
> -> review by reviewer, spec-reviewer, reason stale; review_task
pass
> -> review by reviewer, spec-reviewer, reason stale; record_findings
answer changes_requested
  - high "Sessions are not described" cites Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: Sessions are not described
change specs/login/design.md:3
pass
> -> review by reviewer, spec-reviewer, reason re_review; record_findings
answer changes_requested
  - high "Sessions are not described" cites Completeness
> pass 2: changes_requested; no progress
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS (1 of 3 runs looked at what moved meanwhile); login/design goes on with its findings unresolved
> summary: ### Review Warning: design
>
> **login/design**
>
> Max iterations (3) reached without REVIEW_PASS (1 of 3 runs looked at what moved meanwhile); login/design goes on with its findings unresolved.
>
> - F1 FAIL: Sessions are not described (Completeness)
>
> warning: F1 FAIL: Sessions are not described
