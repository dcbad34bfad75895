# A stage that cannot be read: the pass is asked about as a whole, and both stages may come anew.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer spec unclear
> pass 1: spec stage recorded
> -> review by reviewer, countersign-reviewer, reason first; record_findings
answer quality approved
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with `verdict`, `findings` and `resolved`.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer spec approved
> pass 1: spec stage recorded
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer quality approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
