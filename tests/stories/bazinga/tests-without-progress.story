# Two runs without progress: the senior engineer; two more: the manager (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
tests failed a b c d e
> 5 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a b c d e; record_tests
tests failed d e passed a b c
> 2 failing, 3 fixed, 0 new, 0 not run: progress
> -> retest by tester, qa_expert, tier developer, tests d e; record_tests
tests failed d e passed a b c
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, qa_expert, tier developer, tests d e; record_tests
tests failed d e passed a b c
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, qa_expert, tier senior_engineer, tests d e; record_tests
status
> why: The senior engineer takes over (2 test runs without progress). 2 failing tests of AUTH: senior_software_engineer mends what makes them fail, then run them again and record the run
tests failed d e
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, qa_expert, tier senior_engineer, tests d e; record_tests
tests failed d e
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user, tests d e; decide
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 2 failing tests, and 2 test runs brought no progress. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
decide senior_engineer
> -> retest by tester, qa_expert, tier senior_engineer, tests d e; record_tests
decide ask_user
> refused: choice "ask_user" is not offered now
