# Unreadable to the limit: the user is asked, and told that there is no readable review (SPEC 4).
protocol gsd max_passes=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| All right, I suppose.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with one final status line.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
review
| All right, I suppose.
> pass 1: unclear [unparsed]
> -> ask_user by human, tier user, options commit skip stop; decide
status
> why: this is the user's choice, not an agent's
> question: 42 has no readable review, and the limit of 1 pass is reached. `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
decide commit
> -> proceed by host, commit separate, outcome accepted_with_issues, options reopen, files src/a.rs src/b.rs src/new.rs; loop_status
status
> why: 42 goes on with what is open, as was chosen: commit its files
> summary: ### Unresolved Review Findings
>
> **42**
>
> - No review that can be read was given.
>
> warning: no review that can be read was given of 42
