# A pass over an unchanged change is counted, marked, and no progress, whatever it says is resolved (SPEC 4.5, 6.7).
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
respond
  - TL-AUTH-1-001 fixed "done"
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - resolved TL-AUTH-1-001 "fixed"
  - high "Two bananas" src/a.rs:20 why "still"
> pass 2: changes_requested; resolved TL-AUTH-1-001; no progress [resolved_unchanged]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
