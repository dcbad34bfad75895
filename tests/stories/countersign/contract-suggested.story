# The loop's own finding asked for the change of the plan: it is said and taken over, and nobody is asked (SPEC 6.8).
protocol countersign
open task 03-01 2
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The criteria contradict each other" .planning/phases/03-cart/03-01-PLAN.md:20 spec cites CART-01 why "both cannot hold"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The criteria contradict each other
respond
  - F1 fixed "the plan says one thing now"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
asked "the discount is two in a hundred"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
status
> why: the open findings of 03-01 Task 2 are answered; its re-review is due
