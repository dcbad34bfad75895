# A second answer that comes while tests fail is what the loop goes on with once they pass.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "x breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
respond
  - TL-AUTH-1-001 rejected "`load` in src/a.rs:3 returns early before that line"
> -> review by reviewer, tech_lead, reason re_review; review_task
tests failed a
> 1 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, qa_expert, tier developer, tests a; record_tests
dissent changes_requested
  - critical "Secrets in the log" src/a.rs:20 why "logged in clear"
> pass 1: changes_requested; still open TL-AUTH-1-001
> -> retest by tester, qa_expert, tier developer, tests a; record_tests
tests failed passed a
> 0 failing, 1 fixed, 0 new, 0 not run: progress
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-002! CRITICAL: Secrets in the log
pass
> refused: the open findings must be answered first
