# Manual mode has no choices of its own here: the loop runs by its tiers.
protocol bazinga mode=manual
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> ask_user by human, tier user; decide
>    TL-AUTH-1-001! HIGH: One apple
status
> why: this is the user's choice, not an agent's
> question: The review of AUTH found 1 blocking finding to be mended first. .
