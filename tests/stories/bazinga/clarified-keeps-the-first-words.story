# Asked for one ruling, the reviewer answers that; what it ruled and resolved before it was asked holds (SPEC 6.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/b.rs:20 why "it breaks"
  - high "Anybody gets in" src/b.rs:40 why "no check at all"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
>    TL-AUTH-1-002! HIGH: Two bananas
>    TL-AUTH-1-003! HIGH: Anybody gets in
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
  - TL-AUTH-1-002 fixed "in the caller"
  - TL-AUTH-1-003 rejected "the router checks the session in `guard()` before this handler is called"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer approved
  - ruling TL-AUTH-1-001 accepted "true, it throws"
  - resolved TL-AUTH-1-002 "the caller cuts it to one"
> pass 2: asked: You approve, but the fixer rejected TL-AUTH-1-003 and you have not ruled on it. Rule on each in the array `rulings`: `accepted` when the reason holds and the finding falls, `overruled` when the finding stands.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer approved
  - ruling TL-AUTH-1-003 accepted "true, guard() runs first"
> pass 2: approved; resolved TL-AUTH-1-003 TL-AUTH-1-001 TL-AUTH-1-002; progress [resolved_unchanged]
> -> proceed by host, outcome approved; loop_status
