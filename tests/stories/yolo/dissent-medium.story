# A second review that rejects, on a medium finding, closes an approval until it is ruled on: the verdict itself blocks (SPEC 4, 6.3).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent changes_requested
  - medium "The tasks overlap" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F1 medium: The tasks overlap
status
> why: this is the user's choice, not an agent's
> question: 03-01 plan was let through, and a second review of the same pass asks for changes: it has 1 finding open. `fix`: mend what the second review found; `uphold`: keep to the first review; `stop`: stop here.
decide fix
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1 medium: The tasks overlap
