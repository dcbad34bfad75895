# Asked once and silent again, the finding stands: three passes, then on with warnings, and never an approval (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is not asked for" spec cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is not asked for
change src/a.rs:10
review
| ## REVIEW COMPLETE
| **Task:** 03-01 Task 2
| **Status:** passed
| **Critical:** 0
| **Warnings:** 0
| **Info:** 0
| ### Spec Compliance
| No issues found.
| ### Code Quality
| No issues found.
> pass 2: asked: You let the work pass and do not say what became of F1, which no change can show to be mended, since no line is named. List under `### Resolved` what is mended, by its id and with its reason; raise again what is not.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| ## REVIEW COMPLETE
| **Task:** 03-01 Task 2
| **Status:** passed
| **Critical:** 0
| **Warnings:** 0
| **Info:** 0
| ### Spec Compliance
| No issues found.
| ### Code Quality
| No issues found.
> pass 2: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is not asked for (repeated)
change src/a.rs:11
review
| ## REVIEW COMPLETE
| **Task:** 03-01 Task 2
| **Status:** passed
| **Critical:** 0
| **Warnings:** 0
| **Info:** 0
| ### Spec Compliance
| No issues found.
| ### Code Quality
| No issues found.
> pass 3: changes_requested (said approved); still open F1; no progress [verdict_vs_findings]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
review
| ## REVIEW COMPLETE
| **Task:** 03-01 Task 2
| **Status:** passed
| **Critical:** 0
| **Warnings:** 0
| **Info:** 0
| ### Spec Compliance
| No issues found.
| ### Code Quality
| No issues found.
> refused: loop rl-story is closed: accepted_with_warnings
status
> why: the limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> The limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved.
>
> - F1 critical: The discount is not asked for (CART-01)
>
> warning: F1 critical: The discount is not asked for
