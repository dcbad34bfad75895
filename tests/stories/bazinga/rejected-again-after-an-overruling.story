# What was overruled is mended; rejected once more it is refused, whatever the reason (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "The token never expires" src/a.rs:10 why "a stolen one works for ever"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: The token never expires
respond
  - TL-AUTH-1-001 rejected "src/a.rs:40 checks the expiry before the token is used, so this is a false positive"
> -> review by reviewer, tech_lead, reason re_review; review_task
pass
> -> review by reviewer, tech_lead, reason re_review; record_findings
answer changes_requested
  - ruling TL-AUTH-1-001 overruled "line 40 is never reached for refresh tokens"
> pass 2: changes_requested; still open TL-AUTH-1-001; no progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: The token never expires (repeated, overruled)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
respond
  - TL-AUTH-1-001 rejected "src/a.rs:44 has the check for refresh tokens, so this is a false positive"
> not taken: the rejection of TL-AUTH-1-001 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: The token never expires (repeated, overruled)
change src/a.rs:10
respond
  - TL-AUTH-1-001 fixed "expires after an hour"
> -> review by reviewer, tech_lead, reason re_review; review_task
pass
> -> review by reviewer, tech_lead, reason re_review; record_findings
answer approved
> pass 3: approved; resolved TL-AUTH-1-001; progress
> -> proceed by host, outcome approved; loop_status
respond
  - TL-AUTH-1-001 rejected "it was right before"
> refused: loop rl-story is closed: approved
status
> why: AUTH is approved
> warning: 1 of 1 responses to pass 1 were rejections: more than half
