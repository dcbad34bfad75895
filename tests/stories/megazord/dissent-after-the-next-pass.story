# A second answer to a pass whose re-review is open: what it adds stands until somebody deals with it (SPEC 6.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
pass
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
dissent changes_requested
  - critical "Anybody gets in" src/b.rs:4 cites CART-02
> pass 1: changes_requested; still open F1
> -> review by reviewer, mz-reviewer, reason re_review; record_findings
status
> why: 03-01 Task 2 was worked on and waits for its re-review (pass 2 of 3). review_task with this loop_id gives its brief again
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "Anybody gets in"); F2 went on file with it and must be dealt with
answer approved
> pass 2: changes_requested (said approved); resolved F1; still open F2; progress [verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: Anybody gets in (repeated)
status
> why: 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "Anybody gets in"); F2 went on file with it and must be dealt with
