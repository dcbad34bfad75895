# The manager asks the user to reduce scope; the user has no approval by force either (SPEC 4.5).
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
status
> why: this is the user's choice, not an agent's
> question: AUTH has 1 blocking finding open, and the project manager leaves the choice to you (because). `reduce_scope`: plan it anew with less; `fix`: one more round of the present tier; `stop`: stop here.
decide accept
> refused: choice "accept" is not offered now
decide reduce_scope
> -> stop by host, outcome abandoned; review_task
status
> why: the review of AUTH was given up by choice, to be planned anew: review each subject that takes its place with this call
> warning: TL-AUTH-1-001 HIGH: One apple
