# An answer that cannot be read asks nobody to mend anything: the fresh review that raises the same is no round without progress (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| {"status": "UNSURE", "issues": [{"id": "TL-AUTH-1-001", "severity": "HIGH", "title": "One is dropped", "file": "src/a.rs", "line": 10, "problem": "It breaks the sum."}]}
> pass 1: asked: No verdict could be read from the answer. Send the whole review again as one JSON object, with one word in its field `status`.
> -> review by reviewer, tech_lead, reason clarify; record_findings
review
| {"status": "UNSURE", "issues": [{"id": "TL-AUTH-1-001", "severity": "HIGH", "title": "One is dropped", "file": "src/a.rs", "line": 10, "problem": "It breaks the sum."}]}
> pass 1: unclear
> -> review by reviewer, tech_lead, reason fresh; review_task
answer changes_requested
  - high "One is dropped" src/a.rs:10 why "it breaks"
> pass 2: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One is dropped (repeated)
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One is dropped" src/a.rs:10 id TL-AUTH-1-001 why "still"
> pass 3: changes_requested; no progress
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One is dropped (repeated)
