# Who takes over is told so with the step that hands it over, and not again with each later one (SPEC 2).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/b.rs:20 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
escalate "src/a.rs needs a lock that I do not know how to take"
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
status
> why: The senior engineer takes over (the tier before says it is beyond it). 2 findings block. Mend them and commit the fix separately, under the task's scope. Then answer each blocking finding
respond
  - TL-AUTH-1-001 fixed "taken in src/a.rs"
> -> respond by fixer, senior_software_engineer, tier senior_engineer; respond_findings
>    TL-AUTH-1-002! HIGH: Two bananas
status
> why: 1 blocking finding still without a response: TL-AUTH-1-002
respond
  - TL-AUTH-1-002 fixed "done in src/b.rs"
> -> review by reviewer, tech_lead, reason re_review; review_task
status
> why: the open findings of AUTH are answered; its re-review is due
