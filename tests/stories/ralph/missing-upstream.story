# A missing upstream document is information, no failure (SPEC 4.4).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer approved
  - info "requirements.md is missing" category Traceability
> pass 1: approved_with_notes (said approved)
> -> proceed by host, outcome approved_with_notes, then tasks; loop_status
>    F1 INFO: requirements.md is missing
