# Progress in every round, and yet the fifth pass within a tier hands on; the senior engineer's counters begin anew (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/a.rs:20 why "it breaks"
  - high "Three cherries" src/a.rs:30 why "it breaks"
  - high "Four dates" src/a.rs:40 why "it breaks"
  - high "Five elders" src/a.rs:50 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
>    TL-AUTH-1-003! HIGH: Three cherries
>    TL-AUTH-1-004! HIGH: Four dates
>    TL-AUTH-1-005! HIGH: Five elders
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "done"
  - TL-AUTH-1-002 fixed "done"
  - TL-AUTH-1-003 fixed "done"
  - TL-AUTH-1-004 fixed "done"
  - TL-AUTH-1-005 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
> pass 2: changes_requested; resolved TL-AUTH-1-001; still open TL-AUTH-1-002 TL-AUTH-1-003 TL-AUTH-1-004 TL-AUTH-1-005; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-002! HIGH: Two bananas (repeated)
>    TL-AUTH-1-003! HIGH: Three cherries (repeated)
>    TL-AUTH-1-004! HIGH: Four dates (repeated)
>    TL-AUTH-1-005! HIGH: Five elders (repeated)
fix TL-AUTH-1-002
respond
  - TL-AUTH-1-002 fixed "done"
  - TL-AUTH-1-003 fixed "done"
  - TL-AUTH-1-004 fixed "done"
  - TL-AUTH-1-005 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
> pass 3: changes_requested; resolved TL-AUTH-1-002; still open TL-AUTH-1-003 TL-AUTH-1-004 TL-AUTH-1-005; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-003! HIGH: Three cherries (repeated)
>    TL-AUTH-1-004! HIGH: Four dates (repeated)
>    TL-AUTH-1-005! HIGH: Five elders (repeated)
fix TL-AUTH-1-003
respond
  - TL-AUTH-1-003 fixed "done"
  - TL-AUTH-1-004 fixed "done"
  - TL-AUTH-1-005 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
> pass 4: changes_requested; resolved TL-AUTH-1-003; still open TL-AUTH-1-004 TL-AUTH-1-005; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-004! HIGH: Four dates (repeated)
>    TL-AUTH-1-005! HIGH: Five elders (repeated)
fix TL-AUTH-1-004
respond
  - TL-AUTH-1-004 fixed "done"
  - TL-AUTH-1-005 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
> pass 5: changes_requested; resolved TL-AUTH-1-004; still open TL-AUTH-1-005; progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-005! HIGH: Five elders (repeated)
status
> why: The senior engineer takes over (the passes of the tier before are used up). 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
respond
  - TL-AUTH-1-005 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
status
> why: the open findings of AUTH are answered; its re-review is due
answer changes_requested
> pass 6: changes_requested; still open TL-AUTH-1-005; no progress
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-005! HIGH: Five elders (repeated)
