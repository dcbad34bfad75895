# A second review after an approval that finds a blocker: the gate closes until it is mended or withdrawn (SPEC 6.3).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix stop; decide
>    TL-AUTH-1-001! HIGH: One apple
status
> why: this is the user's choice, not an agent's
> question: AUTH was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `stop`: stop here.
decide uphold
> refused: choice "uphold" is not offered now
status
> why: this is the user's choice, not an agent's
> question: AUTH was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `stop`: stop here.
