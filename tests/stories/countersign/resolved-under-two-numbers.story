# The reviewer's F1 is our F2: that F1 is resolved closes what the reason tells of, and nothing where it tells of neither.
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The upload has no size limit" src/a.rs:10 said F2
  - high "Names are not checked at all" src/a.rs:50 said F1
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The upload has no size limit
>    F2! high: Names are not checked at all
respond
  - F1 fixed "done"
  - F2 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
  - resolved F1 "mended, I read it"
  - resolved F1 "names are checked now"
> pass 2: changes_requested; resolved F2; still open F1; no progress [ambiguous_ids resolved_unchanged]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The upload has no size limit (repeated)
