# A REVIEW_PASS that the next sentence takes back is a signal that does not hold: the iteration counts like one that asks
# for changes, and nothing goes on by it (SPEC 4, 5.4).
protocol ralph
open artifact login/design
review
| ## Review: design (Iteration 1)
|
| ### Findings
|
| | # | Dimension | Status | Finding |
| |---|---|---|---|
| | 1 | Completeness | PASS | - |
|
| REVIEW_PASS
|
| On second thought this is not a pass: do not go on with it.
status
answer changes_requested
  - high "No data flow" category Completeness
change specs/login/design.md:40
# With something open it is mended, not looked at afresh.
review
| REVIEW_PASS
|
| On second thought this is not a pass: do not go on with it.
status
