# Stale reviews count in a row: an answer that counts begins the row anew (SPEC 6.7).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
pass
> -> review by reviewer, mz-reviewer, reason first; record_findings
stale
> -> review by reviewer, mz-reviewer, reason stale; review_task
pass
> -> review by reviewer, mz-reviewer, reason stale; record_findings
stale
> -> review by reviewer, mz-reviewer, reason stale; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
stale
> -> review by reviewer, mz-reviewer, reason stale; review_task
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
