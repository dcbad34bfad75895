# While no fix is recorded a second review adds what it found, and lowers nothing (SPEC 6.3).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
dissent approved_with_notes
  - low "The total overflows" src/a.rs:10
  - resolved F1 "fine"
> pass 1: changes_requested (said approved_with_notes) [severity_kept resolved_vs_findings verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
dissent changes_requested
  - critical "The total overflows" src/a.rs:10
  - high "No test" src/b.rs:4
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! critical: The total overflows
>    F2! high: No test
