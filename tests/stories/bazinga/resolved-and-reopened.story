# Resolved, then back: the same finding, reopened; the round is no progress for it.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/a.rs:20 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "done"
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "Two bananas" src/a.rs:20 why "still"
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
respond
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it is back"
  - high "Two bananas" src/a.rs:20 why "still"
> pass 3: changes_requested; no progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple (repeated)
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
