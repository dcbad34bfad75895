# A line that ends in what it takes back: the limit rule, which stops the phase (SPEC 4, 6.6).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:.planning/phases/03-cart/03-01-PLAN.md:24] issue: Split task 2 | suggestion: two tasks
> pass 1: changes_requested
> -> revise by author, architect, files .planning/phases/03-cart/03-01-PLAN.md; review_task
>    F1! high: Split task 2
change .planning/phases/03-cart/03-01-PLAN.md:24
review
| VERDICT: reject
| CYCLE: 2/3
| FINDINGS:
| - [id:f-002] [severity:high] [status:new] [file:.planning/phases/03-cart/03-01-PLAN.md:24] issue: Join the tasks again | suggestion: one task | reverses: F1
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> stop by host, outcome failed, options reopen; loop_status
>    F2! high: Join the tasks again (fix_induced)
