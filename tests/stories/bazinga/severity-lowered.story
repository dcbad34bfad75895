# A blocker is not talked down: without its place changed or a reason the stricter stands.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - critical "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! CRITICAL: One apple
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer approved_with_notes
  - low "One apple" src/a.rs:10 id TL-AUTH-1-001
> pass 2: changes_requested (said approved_with_notes); no progress [severity_kept verdict_vs_findings]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! CRITICAL: One apple (repeated)
