# What was put off while it was a suggestion is not answered once a second review has it block.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "x breaks"
  - medium "Two pears" src/a.rs:20
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002 MEDIUM: Two pears
respond
  - TL-AUTH-1-001 rejected "`load` in src/a.rs:3 returns early before that line"
  - TL-AUTH-1-002 deferred "next sprint"
> -> review by reviewer, tech_lead, reason re_review; review_task
dissent changes_requested
  - critical "Two pears" src/a.rs:20 id TL-AUTH-1-002 why "both are lost"
> pass 1: changes_requested; still open TL-AUTH-1-001
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-002! CRITICAL: Two pears
pass
> refused: the open findings must be answered first
respond
  - TL-AUTH-1-002 fixed "both are kept"
> -> review by reviewer, tech_lead, reason re_review; review_task
