# After a run in which nothing fails the next failures are others, and green runs use up nothing.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
tests failed a passed b
> 1 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a; record_tests
tests failed passed a b
> 0 failing, 1 fixed, 0 new, 0 not run: progress
> -> review by reviewer, tech_lead, reason first; review_task
tests failed b c d passed a
> 3 failing, 0 fixed, 3 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests b c d; record_tests
tests failed c d passed a b
> 2 failing, 1 fixed, 0 new, 0 not run: progress
> -> retest by tester, qa_expert, tier developer, tests c d; record_tests
tests failed d passed a b c
> 1 failing, 1 fixed, 0 new, 0 not run: progress
> -> retest by tester, qa_expert, tier developer, tests d; record_tests
