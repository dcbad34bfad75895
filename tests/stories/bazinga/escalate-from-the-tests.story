# Too hard while tests fail: the next tier has the tests.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
tests failed a b
> 2 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a b; record_tests
escalate "the scheduler is beyond me"
> -> retest by tester, qa_expert, tier senior_engineer, tests a b; record_tests
status
> why: The senior engineer takes over (the tier before says it is beyond it). 2 failing tests of AUTH: senior_software_engineer mends what makes them fail, then run them again and record the run
