# Where the limit rule would let the work go on, a note that takes another back does not end the loop over a critical (SPEC 4, 6.6).
protocol megazord max_passes=5
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer changes_requested
  - medium "The discount is counted twice" src/a.rs:10 reverses F1
  - critical "Taxes are left out" src/b.rs:4
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F3! critical: Taxes are left out (late)
>    F2 warning: The discount is counted twice (fix_induced)
status
> why: 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
