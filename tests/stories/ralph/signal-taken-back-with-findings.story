# With something open, a pass that is taken back sends the author back to it, as a request for changes would.
protocol ralph
open artifact login/design
answer changes_requested
  - high "No data flow" category Completeness
change specs/login/design.md:40
review
| REVIEW_PASS
|
| On second thought this is not a pass: do not go on with it.
