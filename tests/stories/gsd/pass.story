# PASS hands the files over to be committed: the review comes before the commit (SPEC 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
review
| ### Verdict: PASS
|
| ### Findings
|
| None.
> pass 1: approved
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs; loop_status
status
> why: 42 is approved: commit its files
