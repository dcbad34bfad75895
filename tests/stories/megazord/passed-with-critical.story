# Approval beside a critical is a contradiction: the safe side holds (SPEC 5.6).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested (said approved) [verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
