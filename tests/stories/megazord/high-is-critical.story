# Severities without a word are mapped upward, and said: high is critical here, low a warning (SPEC 2).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - high "The discount is ignored" src/a.rs:10
  - low "A magic number" src/b.rs:4
> pass 1: changes_requested [severity_mapped severity_mapped]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
>    F2 warning: A magic number
