# A critical that is marked as not blocking blocks: severity decides to the strict side, too.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| {"status": "APPROVED_WITH_NOTES", "issues": [{"id": "TL-AUTH-1-001", "severity": "CRITICAL", "blocking": false,
|  "title": "The token is logged", "location": "src/a.rs:10", "problem": "in clear text", "fix": "mask it", "why": "leaks"}]}
> pass 1: changes_requested (said approved_with_notes) [verdict_vs_findings]
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! CRITICAL: The token is logged
