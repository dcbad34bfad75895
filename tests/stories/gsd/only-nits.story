# A retry in which only warnings are left passes with notes: late ones count, fewer than four do not block (SPEC 4, 4.3, 6.6).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Round each line" src/a.rs:10 spec cites "Rounding"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Round each line
fix F1
answer approved_with_notes
  - medium "A vague name" src/b.rs:40
  - medium "A long line" src/b.rs:60
> pass 2: approved_with_notes; resolved F1; progress
> -> proceed by host, commit separate, outcome approved_with_notes, files src/a.rs src/b.rs src/new.rs; loop_status
>    F2 Warning: A vague name (late)
>    F3 Warning: A long line (late)
status
> why: 42 is approved with 2 open notes: commit its files
