# `blocking: true` on a MEDIUM issue: two words of one reviewer, and the stricter holds, said in a remark.
protocol bazinga
open change AUTH
review
| {"status": "APPROVED_WITH_NOTES", "issues": [{"id": "TL-AUTH-1-001", "severity": "MEDIUM", "blocking": true,
|  "title": "The token is logged", "location": "src/a.rs:10", "problem": "in clear text", "fix": "mask it", "why": "leaks"}]}
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "src/a.rs:10 masked"
# The mark alone does not come down again without a reason.
review
| {"status": "APPROVED_WITH_NOTES", "issues": [{"id": "TL-AUTH-1-001", "severity": "LOW", "blocking": true,
|  "title": "The token is logged", "location": "src/b.rs:10", "problem": "elsewhere too", "fix": "mask it", "why": "leaks"}]}
