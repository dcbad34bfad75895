# Nothing blocking, some notes: APPROVED_WITH_NOTES (SPEC 4.5).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| {"status": "APPROVED_WITH_NOTES", "issues": [{"id": "TL-AUTH-1-001", "severity": "MEDIUM", "blocking": false, "title": "A long function", "location": "src/b.rs:30", "problem": "it is long", "fix": "split it", "why": "hard to read"}], "notes_for_future": ["split it"]}
> pass 1: approved_with_notes
> -> proceed by host, outcome approved_with_notes; loop_status
>    TL-AUTH-1-001 MEDIUM: A long function
status
> why: AUTH is approved with 1 open note
