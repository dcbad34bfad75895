# The manager leaves it to the user, who has one more round; it comes back to the manager each time, and no choice of either approves.
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
decide fix
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple (repeated)
status
> why: somebody chose `fix`: because. 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
respond
  - TL-AUTH-1-001 fixed "now"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "still"
> pass 3: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 1 blocking finding open, and 2 rounds brought no progress. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
decide ask_user
> -> ask_user by human, tier user, options reduce_scope fix stop; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
decide fix
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple (repeated)
respond
  - TL-AUTH-1-001 fixed "now indeed"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "still"
> pass 4: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 1 blocking finding open, and 3 rounds brought no progress. `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
decide restart
> -> reexecute by executor, senior_software_engineer, tier senior_engineer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    TL-AUTH-1-001! HIGH: One apple (repeated)
status
> why: AUTH is to be done again from the start: restore the 2 files in `files` as bbbbbbbb has them, remove the 1 file in `added`, execute it anew. Do not repeat what `findings` names
