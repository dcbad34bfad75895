# APPROVED over a HIGH issue: CHANGES_REQUESTED, whatever its `blocking` says (SPEC 4.5, 5.6).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| {"status": "APPROVED", "issues": [{"id": "TL-AUTH-1-001", "severity": "HIGH", "blocking": false, "title": "No rate limit", "location": "src/a.rs:10", "problem": "guessing is free", "fix": "limit it", "why": "passwords fall"}]}
> pass 1: changes_requested (said approved) [verdict_vs_findings]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: No rate limit
