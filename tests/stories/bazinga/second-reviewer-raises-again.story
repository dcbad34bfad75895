# The same where the second one raises it again in so many words.
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
  - ruling TL-AUTH-1-001 accepted "true, it throws"
> pass 2: approved; resolved TL-AUTH-1-001; progress
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - high "No null check on user" src/a.rs:10 why "this path never comes by require_user()"
> pass 2: changes_requested
> -> ask_user by human, tier user, options fix stop; decide
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
decide fix
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
> not taken: the rejection of TL-AUTH-1-001 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
