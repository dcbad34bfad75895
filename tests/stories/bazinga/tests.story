# Tests have a counter of their own: 5 failing, 3 fixed, none, rest (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
tests failed a b c d e
> 5 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a b c d e; record_tests
status
> why: 5 failing tests of AUTH: developer mends what makes them fail, then run them again and record the run
tests failed d e passed a b c
> 2 failing, 3 fixed, 0 new, 0 not run: progress
> -> retest by tester, qa_expert, tier developer, tests d e; record_tests
tests failed d e passed a b c
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, qa_expert, tier developer, tests d e; record_tests
tests failed passed a b c d e
> 0 failing, 2 fixed, 0 new, 0 not run: progress
> -> review by reviewer, tech_lead, reason first; review_task
