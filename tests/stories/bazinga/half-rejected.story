# Exactly half is not over half.
protocol bazinga max_passes=2 max_no_progress=9
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/b.rs:20 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
>    TL-AUTH-1-002! HIGH: Two bananas
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - ruling TL-AUTH-1-001 overruled "no"
> pass 2: changes_requested; still open TL-AUTH-1-001 TL-AUTH-1-002; no progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
escalate "beyond me"
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 2 blocking findings open, and the fixer says that it is beyond him (beyond me). `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
