# All suggestions of pass 1 skipped: noted for the manager (SPEC 4.5).
protocol bazinga max_passes=2 max_no_progress=9
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
  - medium "Two bananas" src/b.rs:20
  - low "Three cherries" src/b.rs:30
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
>    TL-AUTH-1-002 MEDIUM: Two bananas
>    TL-AUTH-1-003 LOW: Three cherries
respond
  - TL-AUTH-1-002 skipped "no caller passes two"
  - TL-AUTH-1-003 skipped "cherries are out of season"
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "still"
> pass 2: changes_requested; still open TL-AUTH-1-002 TL-AUTH-1-003; no progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated)
>    TL-AUTH-1-002 MEDIUM: Two bananas (repeated)
>    TL-AUTH-1-003 LOW: Three cherries (repeated)
status
> why: The senior engineer takes over (the passes of the tier before are used up). 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
escalate "beyond me"
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: No null check on user (repeated)
>    TL-AUTH-1-002 MEDIUM: Two bananas (repeated)
>    TL-AUTH-1-003 LOW: Three cherries (repeated)
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 1 blocking finding open, and the fixer says that it is beyond him (beyond me). `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
> warning: none of the 2 suggestions of pass 1 was taken up
