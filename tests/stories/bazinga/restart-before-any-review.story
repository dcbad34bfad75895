# Start over at the limit of the tests, before anybody reviewed the work: nothing is said of a review.
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
status
> why: AUTH is to be done again from the start: take back what the attempt changed in `files`, execute it anew. No review of the attempt was recorded; the tests in `tests` failed, and must pass this time
