# Once a fix is recorded a second review changes no verdict; what it adds is on file, and everyone is told (SPEC 6.3).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
fix F1
respond
  - F1 fixed "u64"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
dissent changes_requested
  - high "No test" src/b.rs:4
> pass 1: changes_requested; still open F1
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
status
> why: the open findings of CART are answered; its re-review is due
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "No test"); F2 went on file with it and must be dealt with
pass
> -> review by reviewer, countersign-reviewer, reason re_review; record_findings
status
> why: CART was worked on and waits for its re-review (pass 2 of 5). review_task with this loop_id gives its brief again
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "No test"); F2 went on file with it and must be dealt with
answer approved
> pass 2: changes_requested (said approved); resolved F1; still open F2; progress [verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: No test (repeated)
status
> why: 1 finding blocks. Mend it and commit the fix separately, under the task's scope. Then answer each blocking finding
respond
  - F2 fixed "tested"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
fix F2
answer approved
> pass 3: approved; resolved F2; progress
> -> proceed by host, outcome approved; loop_status
status
> why: CART is approved
