# In the system's own grammar a tag of the title, or the issue's own words, say that it is a concern of architecture.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| ## REVIEW COMPLETE
|
| **Task:** 03-01 Task 2
| **Status:** issues_found
| **Critical:** 3
|
| ### Spec Compliance
|
| No issues found.
|
| ### Code Quality
|
| ### Finding 1: [Architectural] The layers are mixed
| - **Severity:** critical
| - **File:** src/a.rs:3
| - **Issue:** the view opens the database
| - **Suggestion:** part them
|
| ### Finding 2: Two stores of one truth
| - **Severity:** critical
| - **File:** src/b.rs:3
| - **Issue:** This is an architectural concern: both write the total
| - **Suggestion:** keep one
|
| ### Finding 3: The architecture document is overwritten
| - **Severity:** critical
| - **File:** src/new.rs:3
| - **Issue:** the script writes over it without asking
| - **Suggestion:** ask
> pass 1: changes_requested [architectural_cap architectural_cap]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F3! critical: The architecture document is overwritten
>    F1 warning: [Architectural] The layers are mixed
>    F2 warning: Two stores of one truth
