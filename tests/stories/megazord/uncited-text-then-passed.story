# The same in the reviewer's own form: the second answer says nothing of its task, and the critical still stands (SPEC 4.1, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 2
| **Status:** issues_found
| **Critical:** 1
|
| ### Spec Compliance
|
| #### Finding 1: The discount is ignored
| - **Severity:** critical
| - **Issue:** totals are summed without it
|
| ### Code Quality
| No issues found.
> pass 1: asked: A spec finding must cite what it measures the work against. Add `- **Requirement:**` with the plan element or requirement id to: "The discount is ignored".
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| ## REVIEW COMPLETE
|
| **Status:** passed
> pass 1: changes_requested (said approved) [dropped_when_asked citation_assumed verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (citation_assumed)
