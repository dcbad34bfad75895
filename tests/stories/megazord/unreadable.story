# Unreadable: one clarification; unreadable again the pass is used up and a fresh review follows (SPEC 4, 12.26).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
review
| I had a look around.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
status
> why: the answer for 03-01 Task 2 could not be taken as it is; ask the reviewer once more (pass 1 of 3). review_task with this loop_id gives its brief again
> question: No verdict could be read from the answer. Send the whole review again, with one final status line.
review
| I had a look around.
> pass 1: unclear [unparsed]
> -> review by reviewer, mz-reviewer, reason fresh; review_task
status
> why: the last review of 03-01 Task 2 used up its pass without an answer that counts; a fresh one is due
answer approved
> pass 2: approved
> -> proceed by host, outcome approved; loop_status
