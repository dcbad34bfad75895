# No reviewer for the re-review: the next tier takes the findings as they stand.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
pass
> -> review by reviewer, tech_lead, reason re_review; record_findings
unavailable "no tech lead"
> -> review by reviewer, tech_lead, reason re_review; review_task
status
> why: no reviewer could run for AUTH (no tech lead); by the rules it is the senior engineer's now; try the review again
