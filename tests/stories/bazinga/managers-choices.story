# The last tier has done what it could: the project manager has four choices, and none of them approves (SPEC 4.5).
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
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 1 blocking finding open, and the limit of 1 pass is reached. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
decide accept
> refused: choice "accept" is not offered now
decide approve
> refused: choice "approve" is not offered now
decide force_approve
> refused: choice "force_approve" is not offered now
decide uphold
> refused: choice "uphold" is not offered now
decide skip
> refused: choice "skip" is not offered now
