# What the user stopped may be reopened by a person: one more review at the tier where it stood, counters go on (SPEC 6.2).
protocol bazinga max_passes=1
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "still"
> pass 2: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
decide ask_user
> -> ask_user by human, tier user, options reduce_scope fix stop; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
status
> why: AUTH was stopped by choice: nothing is done further without the user
> warning: TL-AUTH-1-001 HIGH: One apple
decide reopen
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "still"
> pass 3: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
