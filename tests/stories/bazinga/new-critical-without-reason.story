# A late blocking finding without a reason is asked about once; unanswered it blocks all the same, and that is said (SPEC 6.6).
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
answer changes_requested
  - critical "Secrets in the log" src/b.rs:30
> pass 2: asked: A re-review may add a blocking finding only with its reason. Say why it was not raised before, or what it breaks: "Secrets in the log".
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer changes_requested
  - critical "Secrets in the log" src/b.rs:30
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress [late_without_reason]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-2-001! CRITICAL: Secrets in the log (late)
