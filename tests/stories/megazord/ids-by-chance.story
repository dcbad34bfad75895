# Numbers are used again each round by chance: F1 at another place with another title is another finding (SPEC 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
change src/b.rs:4
answer approved_with_notes
  - medium "A vague name" src/b.rs:40 id F1
> pass 2: changes_requested (said approved_with_notes); still open F1; no progress [duplicate_ids verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored (repeated)
>    F2 warning: A vague name (late)
