# A second answer to pass 1 that comes after the approval in pass 2: what nobody knew closes the gate until it is ruled on; every warning can be followed (SPEC 6.3).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: The discount is ignored
fix F1
answer approved
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved; loop_status
dissent changes_requested 1
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: changes_requested; progress
> -> proceed by host, outcome approved; loop_status
status
> why: 03-01 Task 2 is approved
dissent changes_requested 1
  - critical "Anybody gets in" src/b.rs:4 cites CART-02
> pass 1: changes_requested; progress
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F2! critical: Anybody gets in
status
> why: this is the user's choice, not an agent's
> question: 03-01 Task 2 was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "Anybody gets in"); F2 went on file with it and must be dealt with
decide fix
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F2! critical: Anybody gets in
status
> why: somebody chose `fix`: because. 1 finding blocks. Mend it and amend the task's commit. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
> warning: a second answer to pass 1 came after the work had gone on (changes_requested: "Anybody gets in"); F2 went on file with it and must be dealt with
answer approved
  - resolved F2 "the guard stands in b.rs"
> pass 3: approved; resolved F2; no progress [resolved_unchanged]
> -> proceed by host, outcome approved; loop_status
