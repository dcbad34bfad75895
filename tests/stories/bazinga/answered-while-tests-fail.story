# What is answered while the tests are mended is answered when they pass.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - critical "Anybody gets in" src/a.rs:2
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! CRITICAL: Anybody gets in
tests failed a
> 1 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a; record_tests
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "asks for the password"
> -> retest by tester, qa_expert, tier developer, tests a; record_tests
tests failed passed a
> 0 failing, 1 fixed, 0 new, 0 not run: progress
> -> review by reviewer, tech_lead, reason re_review; review_task
