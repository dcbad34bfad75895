# Reviews that ask for opposite things: the next tier, with both positions (SPEC 6.6).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "Inline the helper" src/a.rs:10 why "one caller"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: Inline the helper
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "inlined"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "Extract a helper" src/a.rs:10 reverses TL-AUTH-1-001 why "the function is long"
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress [swinging]
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-2-001! HIGH: Extract a helper (fix_induced)
status
> why: The senior engineer takes over (the reviews ask for opposite things: pass 1 asked for "Inline the helper" (TL-AUTH-1-001); pass 2 asks for "Extract a helper" (TL-AUTH-2-001)). 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
