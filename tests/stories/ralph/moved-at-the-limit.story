# The last of three runs looked at a document that moved meanwhile: it goes on with a warning that says so, and only a choice has it reviewed once more.
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
pass
> -> review by reviewer, spec-reviewer, reason first; record_findings
answer changes_requested
  - high "Sessions are not described" cites Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: Sessions are not described
change specs/login/design.md:3
pass
> -> review by reviewer, spec-reviewer, reason re_review; record_findings
stale
> -> review by reviewer, spec-reviewer, reason stale; review_task
pass
> -> review by reviewer, spec-reviewer, reason stale; record_findings
stale
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS (2 of 3 runs looked at what moved meanwhile), and login/design moved under the last of its reviewers: nobody looked at it as it stands; it goes on with a warning
> summary: ### Review Warning: design
>
> **login/design**
>
> Max iterations (3) reached without REVIEW_PASS (2 of 3 runs looked at what moved meanwhile), and login/design moved under the last of its reviewers: nobody looked at it as it stands; it goes on with a warning.
>
> - F1 FAIL: Sessions are not described (Completeness)
>
> warning: F1 FAIL: Sessions are not described
pass
> refused: loop rl-story is closed: accepted_with_warnings
decide reopen
> -> review by reviewer, spec-reviewer, reason re_review; review_task
pass
> -> review by reviewer, spec-reviewer, reason re_review; record_findings
stale
> -> proceed by host, outcome accepted_with_warnings, then tasks; loop_status
status
> why: Max iterations (3) reached without REVIEW_PASS (3 of 4 runs looked at what moved meanwhile), and login/design moved under the last of its reviewers: nobody looked at it as it stands; it goes on with a warning
> summary: ### Review Warning: design
>
> **login/design**
>
> Max iterations (3) reached without REVIEW_PASS (3 of 4 runs looked at what moved meanwhile), and login/design moved under the last of its reviewers: nobody looked at it as it stands; it goes on with a warning.
>
> - F1 FAIL: Sessions are not described (Completeness)
>
> warning: F1 FAIL: Sessions are not described
> warning: this loop was led back once by a model's word; `reopen` is taken from the user in person now: leave `choice` out where the client can ask, or `countersign decide rl-story reopen --reason R` in a terminal
