# CRITICAL with nothing readable: asked once, then executed anew; the loop names what to restore and what to remove.
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Verdict: CRITICAL
|
| It is all wrong.
> pass 1: asked: You reject the work, but no finding is Critical or an unmet requirement, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, gsd-execution-reviewer, reason clarify; record_findings
review
| ### Verdict: CRITICAL
> pass 1: rejected [verdict_vs_findings]
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
status
> why: 42 is to be done again from the start: restore the 2 files in `files` as bbbbbbbb has them, remove the 1 file in `added`, execute it anew. The review names nothing that could be read; what was said stands in the report
review
| ### Verdict: PASS
|
| ### Findings
|
| None.
> pass 2: approved; progress
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs; loop_status
