# A second review of a loop whose first was upheld, after its test runs were used up: upholding it again approves no
# failing tests (SPEC 4 at the limit, 6.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer approved_with_notes
  - medium "Name unclear" src/a.rs:10 quality
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    F1 warning: Name unclear
dissent changes_requested
  - critical "No discount" src/a.rs:20 spec cites CART-01
> pass 1: changes_requested; still open F1
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F2! critical: No discount
>    F1 warning: Name unclear
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: No discount
>    F1 warning: Name unclear
tests failed t1
> 1 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, mz-executor, tier developer, tests t1; record_tests
tests failed t1
> 1 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, mz-executor, tier developer, tests t1; record_tests
tests failed t1
> 1 failing, 0 fixed, 0 new, 0 not run: no progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
dissent changes_requested
  - critical "Handle leaks" src/b.rs:4 spec cites CART-01
> pass 1: changes_requested; still open F1 F2
> -> ask_user by human, tier user, options fix uphold stop, tests t1; decide
>    F2! critical: No discount
>    F3! critical: Handle leaks
>    F1 warning: Name unclear
decide uphold
> -> proceed by host, outcome accepted_with_warnings; loop_status
status
> why: the test runs of 03-01 Task 2 are used up; it goes on with 1 test failing
> summary: ### Unresolved Review Findings
>
> **03-01 Task 2**
>
> The test runs of 03-01 Task 2 are used up; it goes on with 1 test failing.
>
> - F1 warning: Name unclear (src/a.rs:10)
> - test t1 fails
>
> warning: test t1 fails
> warning: this loop was led back once by a model's word; `reopen` is taken from the user in person now: leave `choice` out where the client can ask, or `countersign decide rl-story reopen --reason R` in a terminal
