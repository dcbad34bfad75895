# A test that fails newly is told apart, and one that was never seen is no progress when it passes (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
tests failed a b
> 2 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a b; record_tests
tests failed a b c
> 3 failing, 0 fixed, 1 new, 0 not run: no progress
> -> retest by tester, qa_expert, tier developer, tests a b c; record_tests
tests failed a b passed c
> 2 failing, 1 fixed, 0 new, 0 not run: no progress
> -> retest by tester, qa_expert, tier senior_engineer, tests a b; record_tests
