# A request for changes with reasons holds though nothing in it blocks by its severity (SPEC 4).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - medium "A magic number" src/b.rs:4 why "the tax rate changes in January and stands in three places"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; review_task
>    F1 medium: A magic number
status
> why: The review asks for changes. Mend the open finding and commit the fix separately, under the task's scope. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
fix F1
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
