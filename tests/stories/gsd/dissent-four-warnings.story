# Warnings of a second review add up: four block together (SPEC 4.3, 6.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer approved_with_notes
  - medium "The index may be stale" src/a.rs:10
  - medium "A magic number" src/b.rs:4
> pass 1: approved_with_notes
> -> proceed by host, commit separate, outcome approved_with_notes, files src/a.rs src/b.rs src/new.rs; loop_status
>    F1 Warning: The index may be stale
>    F2 Warning: A magic number
dissent approved_with_notes
  - medium "Copied code" src/b.rs:20
  - medium "A vague name" src/b.rs:30
> pass 1: changes_requested (said approved_with_notes); still open F1 F2 [verdict_vs_findings]
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1 Warning: The index may be stale
>    F2 Warning: A magic number
>    F3 Warning: Copied code
>    F4 Warning: A vague name
