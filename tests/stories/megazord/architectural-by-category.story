# In a text, the category says that it is a concern of architecture.
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
| No issues found.
|
| ### Code Quality
|
| ### Finding 1: The layers are mixed
| - **Severity:** critical
| - **Category:** architectural
| - **File:** src/a.rs:3
| - **Issue:** the view opens the database
> pass 1: asked: You ask for changes, but no finding is critical, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes. A concern of architecture is noted and never blocks.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
