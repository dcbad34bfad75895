# A re-review that raises only warnings approves with notes, late or not: they count here (SPEC 4 late non-blocking findings, 6.6).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer approved_with_notes
  - medium "A vague name" src/b.rs:40
> pass 2: approved_with_notes; resolved F1; progress
> -> proceed by host, outcome approved_with_notes; loop_status
>    F2 warning: A vague name (late)
