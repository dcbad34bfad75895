# Findings of an answer about another task stay out of this one, also after the right answer came (SPEC 5.6 wrong_pass).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 3
| **Status:** issues_found
| **Critical:** 1
|
| ### Spec Compliance
| No issues found.
|
| ### Code Quality
|
| #### Finding 1: The other task leaks
| - **Severity:** critical
| - **File:** src/a.rs:4
> pass 1: asked: Your answer says it is about "03-01 Task 3". This review is of 03-01 Task 2. Send the review of that, or correct the line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 2
| **Status:** passed
|
| ### Spec Compliance
| No issues found.
|
| ### Code Quality
| No issues found.
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
