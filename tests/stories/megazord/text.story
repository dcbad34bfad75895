# The reviewer's own form, as text: two sections, one verdict (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 2
| **Status:** issues_found
| **Critical:** 1
| **Warnings:** 1
| **Info:** 0
|
| ### Spec Compliance
|
| #### Finding 1: The discount is ignored
| - **Severity:** critical
| - **Requirement:** CART-01
| - **Issue:** totals are summed without it
| - **Suggestion:** subtract it
|
| ### Code Quality
|
| #### Finding 1: A magic number
| - **Severity:** warning
| - **File:** src/b.rs:4
| - **Issue:** 17 is what?
| - **Suggestion:** name it
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2 warning: A magic number
status
> why: 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
