# A finding that reverses another is never taken for it, however alike their words and place are (SPEC 6.5, 6.6).
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "Inline the counter" src/a.rs:10 category Correctness
> pass 1: changes_requested
> -> fix by fixer, spec-executor, tier developer, commit separate; review_task
>    F1! FAIL: Inline the counter
change src/a.rs:10
answer changes_requested
  - high "Do not inline the counter" src/a.rs:10 category Correctness reverses F1
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the reviews of tasks Task 1.3 ask for opposite things; it goes on with its findings unresolved
> summary: ### Review Warning: execution (Task 1.3)
>
> **tasks Task 1.3**
>
> The reviews of tasks Task 1.3 ask for opposite things; it goes on with its findings unresolved.
>
> - F2 FAIL: Do not inline the counter (src/a.rs:10)
>
> warning: F2 FAIL: Do not inline the counter
