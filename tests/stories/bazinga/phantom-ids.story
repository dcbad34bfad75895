# A response to an id that never was is refused; the loop's own are named (SPEC 4.5, 12.18).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
respond
  - TL-AUTH-1-007 fixed "done"
  - TL-AUTH-9-001 rejected "src/a.rs:10 returns early before that line"
> not taken: no finding TL-AUTH-1-007 in this loop; open are: TL-AUTH-1-001
> not taken: no finding TL-AUTH-9-001 in this loop; open are: TL-AUTH-1-001
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer approved
  - resolved TL-AUTH-1-007 "fixed"
  - ruling TL-AUTH-1-008 accepted "fine"
> pass 2: changes_requested (said approved); still open TL-AUTH-1-001; no progress [unknown_ids unknown_ids verdict_vs_findings]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple (repeated)
