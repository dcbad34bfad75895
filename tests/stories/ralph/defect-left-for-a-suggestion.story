# A defect that nobody mended does not vanish because its dimension fails for the spec now.
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "z is not asked for" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: z is not asked for
change src/b.rs:3
answer changes_requested
  - high "the Do step is ambiguous" specs/login/tasks.md:4 category Correctness
> pass 2: changes_requested; still open F1; no progress
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: z is not asked for (repeated)
>    F2 FAIL: the Do step is ambiguous (late, suggestion)
change src/b.rs:4
answer changes_requested
  - high "z is not asked for" specs/login/tasks.md:4 category Correctness
> pass 3: changes_requested; still open F2; no progress [severity_kept]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
