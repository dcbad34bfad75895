# The one stage that came let the work pass with a note; none can run for the other, and the note stays (SPEC 6.5).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer quality approved_with_notes
  - medium "The sum is computed twice" src/a.rs:7
> pass 1: quality stage recorded
> -> review by reviewer, countersign-reviewer, reason first; record_findings
unavailable "session limit reached"
> -> ask_user by human, tier user, options retry accept stop; decide
>    F1 medium: The sum is computed twice
decide accept
> -> proceed by host, outcome accepted_with_issues, options reopen; loop_status
status
> why: CART goes on with what is open, as was chosen
> summary: ### Unresolved Review Findings
>
> **CART**
>
> - F1 medium: The sum is computed twice (src/a.rs:7)
