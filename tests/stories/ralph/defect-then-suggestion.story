# A defect that is mended, and a fault of the spec in the same dimension after it: that is for the spec's author.
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "z is not asked for" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: z is not asked for
change src/a.rs:10
answer changes_requested
  - high "the Do step is ambiguous" specs/login/tasks.md:4 category Correctness
> pass 2: changes_requested; resolved F1; progress; not counted
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the review of tasks Task 1.3 only has suggestions for the author of the spec; it goes on
> summary: ## Review Suggestions
>
> **tasks Task 1.3**
>
> - F2 FAIL: the Do step is ambiguous (specs/login/tasks.md:4)
