# The same where failing tests are what is handed over.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
tests failed a b passed c
> 2 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a b; record_tests
escalate "the fixture needs a server that I cannot start"
> -> retest by tester, qa_expert, tier senior_engineer, tests a b; record_tests
status
> why: The senior engineer takes over (the tier before says it is beyond it). 2 failing tests of AUTH: senior_software_engineer mends what makes them fail, then run them again and record the run
tests failed a b passed c
> 2 failing, 0 fixed, 0 new, 0 not run: no progress
> -> retest by tester, qa_expert, tier senior_engineer, tests a b; record_tests
status
> why: 2 failing tests of AUTH: senior_software_engineer mends what makes them fail, then run them again and record the run
