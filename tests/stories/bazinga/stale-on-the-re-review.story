# An answer to a moved subject lets nothing go: what it raises and overrules stands, what it resolves does not (SPEC 6.3, 7.1).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/b.rs:20 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
>    TL-AUTH-1-002! HIGH: Two bananas
fix TL-AUTH-1-002
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
pass
> -> review by reviewer, tech_lead, reason re_review; record_findings
change src/b.rs:30
stale changes_requested
  - ruling TL-AUTH-1-001 overruled "require_user() is not called on this path"
  - resolved TL-AUTH-1-002 "gone"
  - critical "Anybody gets in" src/b.rs:30 why "no check at all"
> -> review by reviewer, tech_lead, reason stale; review_task
answer approved
> pass 2: changes_requested (said approved); resolved TL-AUTH-1-002; still open TL-AUTH-1-001 TL-AUTH-2-001; progress [verdict_vs_findings]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-2-001! CRITICAL: Anybody gets in (late)
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
> not taken: the rejection of TL-AUTH-1-001 was overruled; it can be `fixed` now, not rejected again
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-2-001! CRITICAL: Anybody gets in (late)
>    TL-AUTH-1-001! HIGH: No null check on user (repeated, overruled)
