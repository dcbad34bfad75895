# A reviewer who calls an open critical architectural, its place untouched, takes nothing back by that; a new architectural concern is never critical.
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
change src/c.rs:1
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 category architectural id F1
  - critical "Totals belong into a service" src/b.rs:1 category architectural
> pass 2: changes_requested; no progress [architectural_cap architectural_cap severity_kept]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
>    F2 warning: Totals belong into a service (late)
status
> why: 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
answer approved
> pass 3: changes_requested (said approved); still open F1 F2; no progress [verdict_vs_findings]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> The limit of 3 passes is reached; 03-01 Task 2 goes on with its findings unresolved.
>
> - F1 critical: The discount is ignored (src/a.rs:10)
> - F2 warning: Totals belong into a service (src/b.rs:1)
>
> warning: F1 critical: The discount is ignored
