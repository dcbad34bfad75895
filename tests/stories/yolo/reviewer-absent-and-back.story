# Absences use up no cycle: the reviewer who comes back finds the cycles that are left (SPEC 4).
protocol yolo
open plan 03-01
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
unavailable "no agent"
unavailable "still no agent"
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
unavailable "no agent"
answer changes_requested
  - high "Wave 2 needs what wave 3 makes" .planning/phases/03-cart/03-01-PLAN.md:20
