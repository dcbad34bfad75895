# A re-plan names the call that links each new subject with the loop that was given up (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No password" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No password
escalate "needs a key store"
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No password
escalate "needs another product"
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: No password
decide replan
> -> stop by host, outcome abandoned; review_task
status
> why: the review of AUTH was given up by choice, to be planned anew: review each subject that takes its place with this call
> warning: TL-AUTH-1-001 HIGH: No password
