# A spec finding has no place in this grammar; asked for its citation, it is the same finding with it (SPEC 4.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 2
| **Status:** issues_found
|
| ### Spec Compliance
|
| ### Finding 1: The discount is ignored
| - **Severity:** critical
| - **Issue:** the total never subtracts it
|
| ### Code Quality
|
| No issues found.
> pass 1: asked: A spec finding must cite what it measures the work against. Add `- **Requirement:**` with the plan element or requirement id to: "The discount is ignored".
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 2
| **Status:** issues_found
|
| ### Spec Compliance
|
| ### Finding 1: The discount is ignored
| - **Severity:** critical
| - **Requirement:** Task 2
| - **Issue:** the total never subtracts it
|
| ### Code Quality
|
| No issues found.
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
status
> why: 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
