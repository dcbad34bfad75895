# The attempt renamed a file and is done again.
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
rename src/b.rs src/z.rs
rename src/new.rs src/newer.rs
answer rejected
  - critical "All wrong" src/a.rs:10
> pass 1: rejected
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/newer.rs src/z.rs; review_task
>    F1! Critical: All wrong
