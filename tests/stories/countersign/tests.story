# Failing tests are their own loop with their own counter; one tier, so the user is asked (SPEC 4.5, 4.6).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
tests failed a b
> 2 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, countersign-executor, tier developer, tests a b; record_tests
tests failed a b
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, countersign-executor, tier developer, tests a b; record_tests
tests failed a b
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> ask_user by human, tier user, options accept fix stop, tests a b; decide
status
> why: this is the user's choice, not an agent's
> question: CART has 2 failing tests, and 2 test runs brought no progress. `accept`: go on with what is open; `fix`: one more round: mend what is open, then review again; `stop`: stop here.
decide fix
> -> retest by tester, countersign-executor, tier developer, tests a b; record_tests
tests failed passed a b
> 0 failing, 2 fixed, 0 new, 0 not run: progress
> -> review by reviewer, countersign-reviewer, reason first; review_task
