# An overruled rejection: the finding stands, and can be fixed, not rejected again (SPEC 4.5).
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
  - ruling TL-AUTH-1-001 overruled "not on the logout path"
> pass 2: changes_requested; still open TL-AUTH-1-001; no progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
respond
  - TL-AUTH-1-001 rejected "the logout path calls require_user() in src/b.rs:4 as well"
> not taken: the rejection of TL-AUTH-1-001 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "checked on logout"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:12 id TL-AUTH-1-001 why "the check comes too late"
> pass 3: changes_requested; no progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
respond
  - TL-AUTH-1-001 rejected "src/a.rs:9 checks it before"
> not taken: the rejection of TL-AUTH-1-001 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
