# Hedged three times over, the limit rule holds, and it is not called "no signal".
protocol ralph
open artifact login/design
review
| REVIEW_PASS, but I would hold off.
review
| REVIEW_PASS, but I would hold off.
review
| REVIEW_PASS, but I would hold off.
status
