# CRITICAL beside warnings only is asked about, then done again; the warnings are what not to repeat (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer rejected
  - medium "A magic number" src/b.rs:4
> pass 1: asked: You reject the work, but no finding is Critical or an unmet requirement, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
answer rejected
  - medium "A magic number" src/b.rs:4
> pass 1: rejected
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1 Warning: A magic number
