# Each reopening at the limit buys one pass; the choices are limited too (SPEC 6.2, 6.7).
protocol megazord max_passes=1 max_decisions=2
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> proceed by host, outcome accepted_with_warnings, options reopen; loop_status
decide reopen
> -> review by reviewer, mz-reviewer, reason re_review; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 2: changes_requested; no progress
> -> proceed by host, outcome accepted_with_warnings; loop_status
decide reopen
> refused: "reopen" would lead the loop back again, and a model's word did so once already; from here on the user chooses that in person
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> refused: loop rl-story is closed: accepted_with_warnings
decide reopen
> refused: "reopen" would lead the loop back again, and a model's word did so once already; from here on the user chooses that in person
decide reopen attested
> -> review by reviewer, mz-reviewer, reason re_review; review_task
status
> why: somebody chose `reopen`: because. the review of 03-01 Task 2 is due
