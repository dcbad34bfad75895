# One stage answered twice is refused; the other is still to come (SPEC 3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer spec approved
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved
> refused: the spec stage of pass 1 is answered already
status
> why: the spec stage is recorded, the quality stage of the same pass is still to come (pass 1 of 3)
answer quality approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
