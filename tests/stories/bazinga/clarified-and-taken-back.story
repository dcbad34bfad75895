# Where the reviewer speaks of a finding again, the last word holds.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
  - high "Anybody gets in" src/b.rs:40 why "no check at all"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
>    TL-AUTH-1-002! HIGH: Anybody gets in
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
  - TL-AUTH-1-002 rejected "the router checks the session in `guard()` before this handler is called"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer approved
  - ruling TL-AUTH-1-001 accepted "true, it throws"
> pass 2: asked: You approve, but the fixer rejected TL-AUTH-1-002 and you have not ruled on it. Rule on each in the array `rulings`: `accepted` when the reason holds and the finding falls, `overruled` when the finding stands.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer changes_requested
  - ruling TL-AUTH-1-001 overruled "not on this path"
  - ruling TL-AUTH-1-002 accepted "true, guard() runs first"
> pass 2: changes_requested; resolved TL-AUTH-1-002; still open TL-AUTH-1-001; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
