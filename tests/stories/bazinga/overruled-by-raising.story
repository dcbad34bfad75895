# A rejected finding raised again without a ruling is overruled all the same.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "not on logout"
> pass 2: changes_requested; no progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
respond
  - TL-AUTH-1-001 rejected "src/b.rs:4 calls require_user() on logout"
> not taken: the rejection of TL-AUTH-1-001 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
