# Cited late and named without a place it is the same finding; another of the same task is another (SPEC 4.1, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "No discount" spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "No discount".
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
answer changes_requested
  - critical "No discount" spec
> pass 1: changes_requested [citation_assumed]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount (citation_assumed)
change src/b.rs:3
answer changes_requested
  - critical "No discount" spec cites CART-01
  - critical "No receipt is printed" spec cites CART-02
> pass 2: changes_requested; no progress
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount (repeated)
>    F2! critical: No receipt is printed (late)
status
> why: 2 findings block. Mend them and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
