# Raised again by its id in other words: still the finding whose rejection was accepted.
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
  - ruling TL-AUTH-1-001 accepted "true, it throws"
  - high "Two bananas" src/b.rs:20 why "seen only now, the ruling led me there"
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-2-001! HIGH: Two bananas (late)
fix TL-AUTH-2-001
respond
  - TL-AUTH-2-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "User may be null on logout" src/a.rs:10 id TL-AUTH-1-001 why "it still breaks"
> pass 3: asked: You ask for changes, but no finding is CRITICAL or HIGH, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes. A finding whose rejection was accepted is not opened again while its place is unchanged.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer approved
> pass 3: approved; resolved TL-AUTH-2-001; progress
> -> proceed by host, outcome approved; loop_status
