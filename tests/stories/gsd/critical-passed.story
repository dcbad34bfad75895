# PASS beside a critical finding: the finding holds (SPEC 5.6).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer approved
  - critical "Anybody may delete the cart" src/a.rs:10
> pass 1: rejected (said approved) [verdict_vs_findings]
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1! Critical: Anybody may delete the cart
