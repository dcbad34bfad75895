# Further answers to one stage are bounded; a stricter one is never turned away (SPEC 6.3, 6.7).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer spec approved_with_notes
  - info "note 1" src/a.rs:1
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved_with_notes
  - info "note 2" src/a.rs:2
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved_with_notes
  - info "note 3" src/a.rs:3
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved_with_notes
  - info "note 4" src/a.rs:4
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved_with_notes
  - info "note 5" src/a.rs:5
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved_with_notes
  - info "note 6" src/a.rs:6
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer spec approved_with_notes
  - info "note 7" src/a.rs:7
> refused: the spec stage of pass 1 has further answers enough, and this one is no stricter
answer spec changes_requested
  - critical "The discount is ignored" src/a.rs:10 cites CART-01
> pass 1: spec stage recorded
> -> review by reviewer, mz-reviewer, reason first; record_findings
answer quality approved
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F7! critical: The discount is ignored
>    F1 info: note 1
>    F2 info: note 2
>    F3 info: note 3
>    F4 info: note 4
>    F5 info: note 5
>    F6 info: note 6
