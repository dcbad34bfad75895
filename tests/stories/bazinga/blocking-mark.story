# `blocking: true` on a MEDIUM issue: two words of one reviewer, and the stricter holds, said in a remark.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| {"status": "APPROVED_WITH_NOTES", "issues": [{"id": "TL-AUTH-1-001", "severity": "MEDIUM", "blocking": true,
|  "title": "The token is logged", "location": "src/a.rs:10", "problem": "in clear text", "fix": "mask it", "why": "leaks"}]}
> pass 1: changes_requested (said approved_with_notes) [verdict_vs_findings blocking_vs_severity]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: The token is logged
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "src/a.rs:10 masked"
> -> review by reviewer, tech_lead, reason re_review; review_task
# The mark alone does not come down again without a reason.
review
| {"status": "APPROVED_WITH_NOTES", "issues": [{"id": "TL-AUTH-1-001", "severity": "LOW", "blocking": true,
|  "title": "The token is logged", "location": "src/b.rs:10", "problem": "elsewhere too", "fix": "mask it", "why": "leaks"}]}
> pass 2: changes_requested (said approved_with_notes); still open TL-AUTH-1-001; no progress [verdict_vs_findings blocking_vs_severity duplicate_ids]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: The token is logged (repeated)
>    TL-AUTH-2-001! HIGH: The token is logged (late)
