# An answer about another task is asked about, its findings are not filed; the second time the pass is used up (SPEC 5.6 wrong_pass).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 3
| **Status:** passed
| **Critical:** 0
| **Warnings:** 0
| **Info:** 0
|
| ### Spec Compliance
| No issues found.
|
| ### Code Quality
| No issues found.
> pass 1: asked: Your answer says it is about "03-01 Task 3". This review is of 03-01 Task 2. Send the review of that, or correct the line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 3
| **Status:** passed
> pass 1: unclear (said approved) [wrong_pass]
> -> review by reviewer, mz-reviewer, reason fresh; review_task
