# A plan that moves under three reviews in a row: the user is asked (SPEC 6.7).
protocol yolo
open plan 03-01
> -> review by reviewer, yolo:yolo-reviewer, reason first; review_task
pass
> -> review by reviewer, yolo:yolo-reviewer, reason first; record_findings
stale
> -> review by reviewer, yolo:yolo-reviewer, reason stale; review_task
pass
> -> review by reviewer, yolo:yolo-reviewer, reason stale; record_findings
stale
> -> review by reviewer, yolo:yolo-reviewer, reason stale; review_task
pass
> -> review by reviewer, yolo:yolo-reviewer, reason stale; record_findings
stale
> -> ask_user by human, tier user, options review_now stop; decide
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
status
> why: 03-01 plan was stopped by choice: nothing is done further without the user
