# No reviewer can run: the user is asked; what he may do is the system's own, and to try again (SPEC 4).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
unavailable "the agent is not installed"
> -> ask_user by human, tier user, options retry commit skip stop; decide
status
> why: this is the user's choice, not an agent's
> question: No reviewer could run for 42 (the agent is not installed). `retry`: try the review again; `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
decide retry
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer approved
> pass 1: approved
> -> proceed by host, commit separate, outcome approved, files src/a.rs src/b.rs src/new.rs; loop_status
