# A file put back to what it was swings: the next tier (SPEC 4, 6.6).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "Round each line" src/a.rs:10 why "the sums differ"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: Round each line
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "rounded"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "Sums exactly" src/a.rs:10 why "the fix loses cents"
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-2-001! HIGH: Sums exactly (fix_induced)
put-back src/a.rs 1
respond
  - TL-AUTH-2-001 fixed "exact again"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "Rounding is missing" src/a.rs:10 why "the sums differ again"
> pass 3: changes_requested; resolved TL-AUTH-2-001; no progress [swinging]
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: Round each line; now: Rounding is missing (repeated)
status
> why: The senior engineer takes over (the reviews ask for opposite things: src/a.rs is again what it was in pass 1; pass 3 asks for "Rounding is missing" (TL-AUTH-1-001)). 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
