# A critical that is marked as not blocking blocks: severity decides to the strict side, too.
protocol bazinga
open change AUTH
review
| {"status": "APPROVED_WITH_NOTES", "issues": [{"id": "TL-AUTH-1-001", "severity": "CRITICAL", "blocking": false,
|  "title": "The token is logged", "location": "src/a.rs:10", "problem": "in clear text", "fix": "mask it", "why": "leaks"}]}
