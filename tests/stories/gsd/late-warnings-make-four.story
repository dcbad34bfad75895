# Late warnings count with the open ones: two of before and two new are four, and four block (SPEC 4 late findings, 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - medium "A magic number" src/a.rs:10
  - medium "A long line" src/a.rs:20
  - medium "A vague name" src/b.rs:10
  - medium "A dead branch" src/b.rs:30
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1 Warning: A magic number
>    F2 Warning: A long line
>    F3 Warning: A vague name
>    F4 Warning: A dead branch
change src/a.rs:10
change src/a.rs:20
answer approved_with_notes
  - medium "A shadowed variable" src/b.rs:50
  - medium "An unused import" src/b.rs:1
> pass 2: changes_requested (said approved_with_notes); resolved F1 F2; still open F3 F4; progress [verdict_vs_findings]
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F3 Warning: A vague name (repeated)
>    F4 Warning: A dead branch (repeated)
>    F5 Warning: A shadowed variable (late)
>    F6 Warning: An unused import (late)
status
> why: No finding blocks by itself; together they do. Mend them and leave the fix uncommitted. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
