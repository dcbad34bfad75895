# New findings below HIGH on a re-review are notes and never touch the verdict (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer approved_with_notes
  - medium "A long function" src/b.rs:30 why "hard to read"
  - low "A typo" src/b.rs:31
> pass 2: approved (said approved_with_notes); resolved TL-AUTH-1-001; progress
> -> proceed by host, outcome approved; loop_status
>    TL-AUTH-2-001 MEDIUM: A long function (late)
>    TL-AUTH-2-002 LOW: A typo (late)
status
> why: AUTH is approved; 2 notes came too late to count
