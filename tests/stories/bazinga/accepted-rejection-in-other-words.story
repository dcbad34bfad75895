# An accepted rejection is not raised again, in whatever words; where nobody can tell, the reviewer is asked (SPEC 4.5).
protocol bazinga
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
  - ruling TL-AUTH-1-001 accepted "true, it throws"
  - high "Two bananas" src/b.rs:20 why "still"
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
fix TL-AUTH-1-002
respond
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "user may be None here and crashes" src/a.rs:10 why "it breaks"
> pass 3: asked: "user may be None here and crashes" stands where TL-AUTH-1-001 stood, whose rejection was accepted. Leave out what is the same in other words; what is another defect send again, and say in its reason what tells it apart.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer approved
> pass 3: approved; resolved TL-AUTH-1-002; progress
> -> proceed by host, outcome approved; loop_status
