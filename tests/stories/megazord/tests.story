# Failing tests have a counter of their own; they pass, and the loop goes on where it was (SPEC 4.5 tests).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
tests failed sums rounds
> 2 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, mz-executor, tier developer, tests sums rounds; record_tests
status
> why: 2 failing tests of 03-01 Task 2: mz-executor mends what makes them fail, then run them again and record the run
tests failed rounds
> 1 failing, 1 fixed, 0 new, 0 not run: progress
> -> retest by tester, mz-executor, tier developer, tests rounds; record_tests
tests passed sums rounds
> 0 failing, 1 fixed, 0 new, 0 not run: progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
