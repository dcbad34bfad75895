# A tier's counters begin anew: the senior engineer has two rounds without progress of his own before the manager is asked (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 id TL-AUTH-1-001 why "still"
> pass 2: changes_requested; no progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated)
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 id TL-AUTH-1-001 why "still"
> pass 3: changes_requested; no progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated)
status
> why: The senior engineer takes over (2 rounds without progress). 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 id TL-AUTH-1-001 why "still"
> pass 4: changes_requested; no progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated)
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 id TL-AUTH-1-001 why "still"
> pass 5: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: No null check on user (repeated)
