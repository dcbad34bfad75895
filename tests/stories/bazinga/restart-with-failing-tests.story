# Start over while tests fail: the work is done anew, then its tests run, then the review.
protocol bazinga max_passes=1
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
tests failed a
> 1 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier senior_engineer, tests a; record_tests
tests failed a
> 1 failing, 0 fixed, 0 new, 0 not run: no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user, tests a; decide
decide restart
> -> reexecute by executor, senior_software_engineer, tier senior_engineer, files src/a.rs src/b.rs, tests a; record_tests
tests failed a
> 1 failing, 0 fixed, 0 new, 0 not run: no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user, tests a; decide
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 1 failing test, and 2 test runs brought no progress. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
