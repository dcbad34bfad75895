# A second answer to a passed document that fails it: the user is asked, nothing is overwritten (SPEC 6.3).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved, then tasks; loop_status
dissent changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1! FAIL: No data flow
status
> why: this is the user's choice, not an agent's
> question: login/design was let through, and a second review of the same pass asks for changes: it has 1 blocking finding open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
decide fix
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
answer approved
  - resolved F1 "there now"
> pass 2: approved; resolved F1; progress
> -> proceed by host, outcome approved, then tasks; loop_status
