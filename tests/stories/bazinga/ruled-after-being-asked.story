# Asked for the ruling, the reviewer gives it: the pass closes.
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
answer approved
> pass 2: asked: You approve, but the fixer rejected TL-AUTH-1-001 and you have not ruled on it. Rule on each in the array `rulings`: `accepted` when the reason holds and the finding falls, `overruled` when the finding stands.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer approved
  - ruling TL-AUTH-1-001 accepted "true"
> pass 2: approved; resolved TL-AUTH-1-001; progress
> -> proceed by host, outcome approved; loop_status
