# A second review of a plan that has failed is kept and opens nothing; only a person reopens it (SPEC 6.2, 6.3).
protocol yolo max_passes=1
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
> pass 1: changes_requested
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Wave 2 needs what wave 3 makes
dissent changes_requested
  - high "Task 3 has no files" .planning/phases/03-cart/03-01-PLAN.md:40
> pass 1: changes_requested; still open F1
> -> stop by host, outcome failed, options reopen; loop_status
>    F1! high: Wave 2 needs what wave 3 makes
>    F2! high: Task 3 has no files
