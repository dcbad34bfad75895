# Second answers to one pass are kept up to a number; beyond it only a stricter one is taken (SPEC 6.7).
protocol countersign
open change 42
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, outcome approved; loop_status
dissent approved_with_notes
  - low "Name is long" src/a.rs:1
> pass 1: approved_with_notes
> -> proceed by host, outcome approved; loop_status
>    F1 low: Name is long
dissent approved_with_notes
  - low "Name is short" src/a.rs:2
> pass 1: approved_with_notes; still open F1
> -> proceed by host, outcome approved; loop_status
>    F1 low: Name is long
>    F2 low: Name is short
dissent approved_with_notes
  - low "Name is odd" src/a.rs:3
> pass 1: approved_with_notes; still open F1 F2
> -> proceed by host, outcome approved; loop_status
>    F1 low: Name is long
>    F2 low: Name is short
>    F3 low: Name is odd
dissent approved_with_notes
  - low "Name is new" src/a.rs:4
> pass 1: approved_with_notes; still open F1 F2 F3
> -> proceed by host, outcome approved; loop_status
>    F1 low: Name is long
>    F2 low: Name is short
>    F3 low: Name is odd
>    F4 low: Name is new
dissent approved_with_notes
  - low "Name is old" src/a.rs:5
> pass 1: approved_with_notes; still open F1 F2 F3 F4
> -> proceed by host, outcome approved; loop_status
>    F1 low: Name is long
>    F2 low: Name is short
>    F3 low: Name is odd
>    F4 low: Name is new
>    F5 low: Name is old
dissent approved_with_notes
  - low "Name is blue" src/a.rs:6
> refused: text has no place here: pass 1 has 5 further answers already, and this one is no stricter
dissent changes_requested
  - critical "Key is logged" src/a.rs:9
> pass 1: changes_requested; still open F1 F2 F3 F4 F5
> -> ask_user by human, tier user, options fix uphold stop; decide
>    F6! critical: Key is logged
>    F1 low: Name is long
>    F2 low: Name is short
>    F3 low: Name is odd
>    F4 low: Name is new
>    F5 low: Name is old
dissent changes_requested
  - critical "Key is mailed" src/a.rs:10
> refused: text has no place here: pass 1 has 5 further answers already, and this one is no stricter
