# Too hard is no rejection: it goes to the next tier, and from the last one to the manager (SPEC 3).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/a.rs:20 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
respond
  - TL-AUTH-1-001 fixed "done"
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-002! HIGH: Two bananas
escalate "the lock order is beyond me"
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
status
> why: The senior engineer takes over (the tier before says it is beyond it). 2 findings block. Mend them and commit the fix separately, under the task's scope. Then answer each blocking finding
escalate "beyond me too"
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
status
> why: this is the manager's choice, not the fixer's or the reviewer's
> question: AUTH has 2 blocking findings open, and the fixer says that it is beyond him (beyond me too). `replan`: give this up and plan new subjects in its place; `senior_engineer`: a senior engineer takes it on; `restart`: reject the work and start over; `ask_user`: ask the user to reduce the scope.
