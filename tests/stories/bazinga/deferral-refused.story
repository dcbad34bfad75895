# A blocking finding is fixed, or rejected with a reason; deferred and skipped are refused, and a refusal undoes none of the others (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - critical "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/a.rs:20 why "it breaks"
  - medium "Three cherries" src/a.rs:30
  - low "Four dates" src/a.rs:40
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! CRITICAL: One apple
>    TL-AUTH-1-002! HIGH: Two bananas
>    TL-AUTH-1-003 MEDIUM: Three cherries
>    TL-AUTH-1-004 LOW: Four dates
fix TL-AUTH-1-002
respond
  - TL-AUTH-1-001 deferred "next sprint"
  - TL-AUTH-1-002 fixed "done"
  - TL-AUTH-1-003 deferred "in the backlog as TD-12"
  - TL-AUTH-1-004 skipped
> not taken: TL-AUTH-1-001 is CRITICAL and blocks: it can be `fixed`, or `rejected` with a reason, not put off
> not taken: putting a finding off needs `reason`
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-001! CRITICAL: One apple
respond
  - TL-AUTH-1-001 skipped "not now"
> not taken: TL-AUTH-1-001 is CRITICAL and blocks: it can be `fixed`, or `rejected` with a reason, not put off
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-001! CRITICAL: One apple
status
> why: 1 blocking finding still without a response: TL-AUTH-1-001
