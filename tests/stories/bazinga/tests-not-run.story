# A failing test that the run leaves out goes on failing where the tester lists what passed.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
tests failed a b
> 2 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a b; record_tests
tests failed passed a
> 1 failing, 1 fixed, 0 new, 1 not run: progress
> -> retest by tester, qa_expert, tier developer, tests b; record_tests
tests failed passed a b
> 0 failing, 1 fixed, 0 new, 0 not run: progress
> -> review by reviewer, tech_lead, reason first; review_task
