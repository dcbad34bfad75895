# A rejected finding whose place changed after all is called resolved: that is a mend, and no ruling.
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
change src/a.rs:10
answer approved
  - resolved TL-AUTH-1-001 "it is checked now"
> pass 2: approved; resolved TL-AUTH-1-001; progress
> -> proceed by host, outcome approved; loop_status
