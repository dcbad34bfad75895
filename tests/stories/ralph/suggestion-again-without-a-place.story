# The same words without a place stand where they stood: a suggestion stays one.
protocol ralph
open task 1.3
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "the Do step is ambiguous" specs/login/tasks.md:4 category Alignment
> pass 1: changes_requested; not counted
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
decide reopen
> -> review by reviewer, spec-reviewer, reason re_review; review_task
answer changes_requested
  - high "STILL FAILING (iteration 2): the Do step is ambiguous" category Alignment
> pass 2: changes_requested; no progress
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
