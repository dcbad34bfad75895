# A second answer rejects the attempt while its tests are mended: once they pass it is done again all the same.
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Not met" src/a.rs:10 spec cites "Sums the lines"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Not met
tests failed a
> 1 failing, 0 fixed, 0 new, 0 not run: first run
> -> retest by tester, gsd-executor, tier developer, tests a; record_tests
dissent rejected
  - critical "Secrets in the log" src/a.rs:20 why "logged in clear"
> pass 1: rejected; still open F1
> -> retest by tester, gsd-executor, tier developer, tests a; record_tests
tests failed passed a
> 0 failing, 1 fixed, 0 new, 0 not run: progress
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F2! Critical: Secrets in the log
>    F1! unmet requirement: Not met
