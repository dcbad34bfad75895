# Choices that send the loop on are limited; then only those are left that end it (SPEC 6.7).
protocol bazinga max_passes=1 max_decisions=1
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
decide senior_engineer
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple (repeated)
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "still"
> pass 3: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 1 blocking finding open, and the limit of 1 pass is reached. `replan`: give this up and plan new subjects in its place; `ask_user`: ask the user to reduce the scope.
> warning: the loop was sent on 1 time already; only choices that end it are left
decide senior_engineer
> refused: choice "senior_engineer" is not offered now
decide ask_user
> -> ask_user by human, tier user, options reduce_scope stop; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
decide fix
> refused: choice "fix" is not offered now
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
