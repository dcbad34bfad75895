# What is said to be reversed and is not known here is said; the finding counts by itself (SPEC 6.6, 5.6).
protocol countersign
open change AUTH
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "Round each line" src/a.rs:10 reverses F9 why "the sums differ"
> pass 1: changes_requested [unknown_ids]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: Round each line
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
