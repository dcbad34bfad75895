# Found 6, fixed 4, then 1, then none, then none: the senior engineer takes over.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One" src/a.rs:10 why "it breaks"
  - high "Two apples" src/a.rs:20 why "it breaks"
  - high "Three bananas" src/a.rs:30 why "it breaks"
  - high "Four cherries" src/a.rs:40 why "it breaks"
  - high "Five dates" src/a.rs:50 why "it breaks"
  - critical "Six elders" src/a.rs:60 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-006! CRITICAL: Six elders
>    TL-AUTH-1-001! HIGH: One
>    TL-AUTH-1-002! HIGH: Two apples
>    TL-AUTH-1-003! HIGH: Three bananas
>    TL-AUTH-1-004! HIGH: Four cherries
>    TL-AUTH-1-005! HIGH: Five dates
fix TL-AUTH-1-001 TL-AUTH-1-002 TL-AUTH-1-003 TL-AUTH-1-004
respond
  - TL-AUTH-1-001 fixed "done"
  - TL-AUTH-1-002 fixed "done"
  - TL-AUTH-1-003 fixed "done"
  - TL-AUTH-1-004 fixed "done"
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-006! CRITICAL: Six elders
>    TL-AUTH-1-005! HIGH: Five dates
respond
  - TL-AUTH-1-005 fixed "done"
  - TL-AUTH-1-006 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "Five dates" src/a.rs:50 id TL-AUTH-1-005 why "still"
  - critical "Six elders" src/a.rs:60 id TL-AUTH-1-006 why "still"
> pass 2: changes_requested; resolved TL-AUTH-1-001 TL-AUTH-1-002 TL-AUTH-1-003 TL-AUTH-1-004; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-006! CRITICAL: Six elders (repeated)
>    TL-AUTH-1-005! HIGH: Five dates (repeated)
fix TL-AUTH-1-005
respond
  - TL-AUTH-1-005 fixed "done"
  - TL-AUTH-1-006 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - critical "Six elders" src/a.rs:60 id TL-AUTH-1-006 why "still"
> pass 3: changes_requested; resolved TL-AUTH-1-005; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-006! CRITICAL: Six elders (repeated)
respond
  - TL-AUTH-1-006 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - critical "Six elders" src/a.rs:60 id TL-AUTH-1-006 why "still"
> pass 4: changes_requested; no progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-006! CRITICAL: Six elders (repeated)
respond
  - TL-AUTH-1-006 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - critical "Six elders" src/a.rs:60 id TL-AUTH-1-006 why "still"
> pass 5: changes_requested; no progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-006! CRITICAL: Six elders (repeated)
status
> why: The senior engineer takes over (2 rounds without progress). 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
