# Where nothing was worked on there is nothing to ask: the silent approval is no answer to the finding.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is not asked for" spec cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is not asked for
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
