# A rejection wants a ruling: that its line changed besides rules on nothing (SPEC 4.5, 6.5).
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
change src/a.rs:10
fix TL-AUTH-1-002
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
  - TL-AUTH-1-002 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer approved
> pass 2: asked: You approve, but the fixer rejected TL-AUTH-1-001 and you have not ruled on it. Rule on each in the array `rulings`: `accepted` when the reason holds and the finding falls, `overruled` when the finding stands.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer approved
> pass 2: changes_requested (said approved); resolved TL-AUTH-1-002; still open TL-AUTH-1-001; progress [rejection_unruled verdict_vs_findings]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user (repeated)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding. The reviewer left the rejection of TL-AUTH-1-001 without a ruling: reject again, or fix
