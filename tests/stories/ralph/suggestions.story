# Findings in the spec's own documents are suggestions to its author; one such round per subject goes uncounted (SPEC 4.4).
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "AC-2 does not say after how many attempts" specs/login/requirements.md:12 category Alignment
> pass 1: changes_requested; not counted
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the review of tasks Task 1.3 only has suggestions for the author of the spec; it goes on
> summary: ## Review Suggestions
>
> **tasks Task 1.3**
>
> - F1 FAIL: AC-2 does not say after how many attempts (specs/login/requirements.md:12)
decide reopen
> -> review by reviewer, spec-reviewer, reason re_review; review_task
answer changes_requested
  - high "AC-2 does not say after how many attempts" specs/login/requirements.md:12 category Alignment
> pass 2: changes_requested; no progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
