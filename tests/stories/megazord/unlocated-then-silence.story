# A spec finding without a place that a bare `passed` does not mention: no change can close it, so the reviewer is asked
# for it once; what he resolves by its id with a reason is closed (SPEC 4.1, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| ## REVIEW COMPLETE
| **Task:** 03-01 Task 2
| **Status:** issues_found
| **Critical:** 1
| **Warnings:** 0
| **Info:** 0
| ### Spec Compliance
| ### Finding 1: The discount is not asked for
| - **Severity:** critical
| - **Requirement:** CART-01
| - **Issue:** nothing computes it
| - **Suggestion:** compute it
| ### Code Quality
| No issues found.
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
| ### Resolved
| - F1: `total` in src/a.rs computes the discount now
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
