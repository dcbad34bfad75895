# Every severity answered in another way: what blocks is neither put off nor skipped, a nit may be.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - critical "Anybody is admin" src/a.rs:10 why "the role comes from the request"
  - medium "The name misleads" src/a.rs:20
  - low "A blank too many" src/a.rs:30
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! CRITICAL: Anybody is admin
>    TL-AUTH-1-002 MEDIUM: The name misleads
>    TL-AUTH-1-003 LOW: A blank too many
respond
  - TL-AUTH-1-001 deferred "next sprint"
  - TL-AUTH-1-002 skipped "a matter of taste"
  - TL-AUTH-1-003 rejected "no"
> not taken: TL-AUTH-1-001 is CRITICAL and blocks: it can be `fixed`, or `rejected` with a reason, not put off
> not taken: TL-AUTH-1-003: this states nothing that can be looked up. Say what in the code, the requirement or the behaviour makes the finding wrong, with the place (such as `src/a.rs:10 returns early before that line`) or the requirement's id; or fix it. Where it is beyond you, send `escalate`
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-001! CRITICAL: Anybody is admin
status
> why: 1 blocking finding still without a response: TL-AUTH-1-001
respond
  - TL-AUTH-1-001 rejected "there is no time for it"
  - TL-AUTH-1-009 fixed "this one, too"
> not taken: TL-AUTH-1-001: effort, time and opinion are no reason against a finding. Say what in the code, the requirement or the behaviour makes the finding wrong, with the place (such as `src/a.rs:10 returns early before that line`) or the requirement's id; or fix it. Where it is beyond you, send `escalate`
> not taken: no finding TL-AUTH-1-009 in this loop; open are: TL-AUTH-1-001, TL-AUTH-1-002, TL-AUTH-1-003
> -> respond by fixer, developer, tier developer; respond_findings
>    TL-AUTH-1-001! CRITICAL: Anybody is admin
status
> why: 1 blocking finding still without a response: TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "the role comes from the session"
> -> review by reviewer, tech_lead, reason re_review; review_task
status
> why: the open findings of AUTH are answered; its re-review is due
answer approved
> pass 2: changes_requested (said approved); still open TL-AUTH-1-001 TL-AUTH-1-002 TL-AUTH-1-003; no progress [verdict_vs_findings]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! CRITICAL: Anybody is admin (repeated)
>    TL-AUTH-1-002 MEDIUM: The name misleads (repeated)
>    TL-AUTH-1-003 LOW: A blank too many (repeated)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
