# A high that is no requirement is mapped upward, and said: it means do it again (SPEC 2, 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "The handle leaks" src/a.rs:10
> pass 1: rejected (said changes_requested) [severity_mapped]
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1! Critical: The handle leaks
