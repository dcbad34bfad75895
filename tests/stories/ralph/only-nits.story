# A second iteration whose rows only warn passes with notes (SPEC 4.4, 6.6).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "No data flow" category Completeness
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: No data flow
change specs/login/design.md:40
answer approved_with_notes
  - resolved F1 "it is drawn now"
  - medium "Two words for one thing" category Consistency
> pass 2: approved_with_notes; resolved F1; progress
> -> proceed by host, outcome approved_with_notes, then tasks; loop_status
>    F2 WARNING: Two words for one thing (late)
status
> why: login/design is approved with 1 open note; give `findings` to whoever works by it
