# The handoff names the issue it takes back: the next tier (SPEC 4, 6.6).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| {"status": "CHANGES_REQUESTED", "issues": [{"id": "TL-AUTH-1-001", "severity": "HIGH", "blocking": true,
|  "title": "Inline the helper", "location": "src/a.rs:10", "problem": "one caller", "fix": "inline it", "why": "noise"}]}
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: Inline the helper
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "src/a.rs:10 inlined"
> -> review by reviewer, tech_lead, reason re_review; review_task
review
| {"status": "CHANGES_REQUESTED", "issues": [{"id": "TL-AUTH-2-001", "severity": "HIGH", "blocking": true,
|  "title": "Extract a helper", "location": "src/a.rs:10", "problem": "too long", "fix": "extract it", "why": "reading",
|  "reverses": "TL-AUTH-1-001"}]}
> pass 2: changes_requested; resolved TL-AUTH-1-001; progress [swinging]
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-2-001! HIGH: Extract a helper (fix_induced)
