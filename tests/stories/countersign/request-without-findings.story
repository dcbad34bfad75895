# A request for changes that names nothing at all never sends anybody to mend nothing.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
> pass 1: asked: You ask for changes, but no finding is critical or high or an unmet requirement, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer changes_requested
> pass 1: unclear (said changes_requested)
> -> review by reviewer, countersign-reviewer, reason fresh; review_task
answer approved
> pass 2: approved
> -> proceed by host, outcome approved; loop_status
