# Three fixed and three new: progress is what was resolved, whatever comes new (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/a.rs:20 why "it breaks"
  - high "Three cherries" src/a.rs:30 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
>    TL-AUTH-1-003! HIGH: Three cherries
fix TL-AUTH-1-001 TL-AUTH-1-002 TL-AUTH-1-003
respond
  - TL-AUTH-1-001 fixed "done"
  - TL-AUTH-1-002 fixed "done"
  - TL-AUTH-1-003 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "Cookie without flags" src/b.rs:10 why "the fix sets it"
  - high "Queue never drained" src/b.rs:20 why "the fix fills it"
  - high "Key in the log" src/b.rs:30 why "the fix logs it"
> pass 2: changes_requested; resolved TL-AUTH-1-001 TL-AUTH-1-002 TL-AUTH-1-003; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-2-001! HIGH: Cookie without flags (late)
>    TL-AUTH-2-002! HIGH: Queue never drained (late)
>    TL-AUTH-2-003! HIGH: Key in the log (late)
