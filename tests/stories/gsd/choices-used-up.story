# Choices that send the loop on are limited; after them only those are left that end it (SPEC 6.7).
protocol gsd max_decisions=1
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
unavailable "no agent"
> -> ask_user by human, tier user, options retry commit skip stop; decide
decide retry
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
unavailable "no agent"
> -> ask_user by human, tier user, options commit skip stop; decide
status
> why: this is the user's choice, not an agent's
> question: No reviewer could run for 42 (no agent). `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
> warning: the loop was sent on 1 time already; only choices that end it are left
decide retry
> refused: choice "retry" is not offered now
decide stop
> -> stop by host, outcome aborted, options reopen; loop_status
