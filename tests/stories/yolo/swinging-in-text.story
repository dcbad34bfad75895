# A line that ends in what it takes back: the limit rule, which stops the phase (SPEC 4, 6.6).
protocol yolo
open plan 03-01
review
| VERDICT: reject
| FINDINGS:
| - [id:f-001] [severity:high] [file:.planning/phases/03-cart/03-01-PLAN.md:24] issue: Split task 2 | suggestion: two tasks
change .planning/phases/03-cart/03-01-PLAN.md:24
review
| VERDICT: reject
| CYCLE: 2/3
| FINDINGS:
| - [id:f-002] [severity:high] [status:new] [file:.planning/phases/03-cart/03-01-PLAN.md:24] issue: Join the tasks again | suggestion: one task | reverses: F1
