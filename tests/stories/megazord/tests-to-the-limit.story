# Tests that go on failing meet the limit rule, and are named: they are never let through in silence (SPEC 4, 6.7).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
tests failed sums
> 1 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, mz-executor, tier developer, tests sums; record_tests
tests failed sums
> 1 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, mz-executor, tier developer, tests sums; record_tests
tests failed sums
> 1 failing, 0 fixed, 0 new, 0 not run: no progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
status
> why: the test runs of 03-01 Task 2 are used up; it goes on with 1 test failing
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> the test runs of 03-01 Task 2 are used up; it goes on with 1 test failing.
>
> - F1 critical: The discount is ignored (src/a.rs:10)
> - test sums fails
>
> warning: F1 critical: The discount is ignored
> warning: test sums fails
