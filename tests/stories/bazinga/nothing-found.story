# Nothing at all: APPROVED.
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| {"status": "APPROVED", "issues": [], "issue_summary": {"critical": 0, "high": 0, "medium": 0, "low": 0, "blocking_count": 0}}
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
