# Of a renamed file both names belong to the commit.
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
rename src/b.rs src/z.rs
answer approved
> pass 1: approved
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs src/z.rs; loop_status
