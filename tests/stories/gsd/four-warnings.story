# Four warnings block together, whatever the reviewer says (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer approved_with_notes
  - medium "The index may be stale" src/a.rs:10
  - medium "A magic number" src/b.rs:4
  - medium "Copied code" src/b.rs:20
  - medium "A vague name" src/b.rs:30
> pass 1: changes_requested (said approved_with_notes) [verdict_vs_findings]
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1 Warning: The index may be stale
>    F2 Warning: A magic number
>    F3 Warning: Copied code
>    F4 Warning: A vague name
status
> why: No finding blocks by itself; together they do. Mend them and leave the fix uncommitted. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
fix F1
answer approved_with_notes
> pass 2: approved_with_notes; resolved F1; still open F2 F3 F4; progress
> -> proceed by host, commit separate, outcome approved_with_notes, files src/a.rs src/b.rs src/new.rs; loop_status
>    F2 Warning: A magic number (repeated)
>    F3 Warning: Copied code (repeated)
>    F4 Warning: A vague name (repeated)
