# A person reopens at the limit: one more review, then the limit holds again; counters go on (SPEC 6.2, 6.7).
protocol ralph max_passes=1
open artifact login/tasks
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "Task 2 has no Verify" category Completeness
> pass 1: changes_requested
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
decide reopen
> -> review by reviewer, spec-reviewer, reason re_review; review_task
answer changes_requested
  - high "Task 2 has no Verify" category Completeness
> pass 2: changes_requested; no progress
> -> proceed by host, outcome accepted_with_warnings; loop_status
decide reopen
> refused: "reopen" would lead the loop back again, and a model's word did so once already; from here on the user chooses that in person
decide reopen attested
> -> review by reviewer, spec-reviewer, reason re_review; review_task
answer approved
  - resolved F1 "it has one now"
> pass 3: approved; resolved F1; no progress [resolved_unchanged]
> -> proceed by host, outcome approved; loop_status
