# What an answer raises while the work moves under it is on file: an approval of what is there now does not lose it (SPEC 6.5, 7.1).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
pass
> -> review by reviewer, mz-reviewer, reason first; record_findings
change src/a.rs:20
stale changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> -> review by reviewer, mz-reviewer, reason stale; review_task
answer approved
> pass 1: changes_requested (said approved); still open F1 [verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
status
> why: 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
answer approved
  - resolved F1 "the discount is taken in total()"
> pass 2: approved; resolved F1; no progress [resolved_unchanged]
> -> proceed by host, outcome approved; loop_status
