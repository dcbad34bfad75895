# Another defect at the place of an accepted rejection is another finding: it is not swallowed.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No null check on user
respond
  - TL-AUTH-1-001 rejected "`user` comes from require_user(), which throws when it is missing"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - ruling TL-AUTH-1-001 accepted "true, it throws"
  - high "SQL built from the user's name" src/a.rs:10 why "overlooked in pass 1: the line before hid it"
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-2-001! HIGH: SQL built from the user's name (late)
