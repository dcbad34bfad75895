# An info asks for nothing: left as it is, it never becomes critical (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Honours discounts" src/a.rs:10 spec cites "Honours discounts"
  - info "An iterator would do too" src/b.rs:4
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Honours discounts
>    F2 Info: An iterator would do too
fix F1
answer approved_with_notes
  - info "An iterator would do too" src/b.rs:4
> pass 2: approved_with_notes; resolved F1; progress
> -> proceed by host, commit separate, outcome approved_with_notes, files src/a.rs src/b.rs src/new.rs; loop_status
>    F2 Info: An iterator would do too (repeated)
