# The handoff names the issue it takes back: the next tier (SPEC 4, 6.6).
protocol bazinga
open change AUTH
review
| {"status": "CHANGES_REQUESTED", "issues": [{"id": "TL-AUTH-1-001", "severity": "HIGH", "blocking": true,
|  "title": "Inline the helper", "location": "src/a.rs:10", "problem": "one caller", "fix": "inline it", "why": "noise"}]}
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "src/a.rs:10 inlined"
review
| {"status": "CHANGES_REQUESTED", "issues": [{"id": "TL-AUTH-2-001", "severity": "HIGH", "blocking": true,
|  "title": "Extract a helper", "location": "src/a.rs:10", "problem": "too long", "fix": "extract it", "why": "reading",
|  "reverses": "TL-AUTH-1-001"}]}
