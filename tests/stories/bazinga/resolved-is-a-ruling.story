# A rejected finding that the reviewer calls resolved, with nothing changed at its place: that rules on the rejection, and it is never raised again (SPEC 4.5).
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
  - resolved TL-AUTH-1-001 "looked again, it throws"
  - high "Two bananas" src/b.rs:20 why "still"
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress [resolved_as_ruling]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
fix TL-AUTH-1-002
respond
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 id TL-AUTH-1-001 why "it still breaks"
> pass 3: asked: What you raise again was rejected, and the rejection was accepted; it is raised again only where its place has changed since. You ask for changes, but no finding is CRITICAL or HIGH, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes. A finding whose rejection was accepted is not opened again while its place is unchanged.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer changes_requested
  - high "No null check on user" src/a.rs:10 id TL-AUTH-1-001 why "it still breaks"
> pass 3: approved (said changes_requested); resolved TL-AUTH-1-002; progress [accepted_rejection_raised rests_on_accepted_rejections]
> -> proceed by host, outcome approved; loop_status
