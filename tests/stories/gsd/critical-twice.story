# Each critical attempt is restored and done again until the attempts are used up; then the user is asked (SPEC 4, 4.3).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer rejected
  - critical "Anybody may delete the cart" src/a.rs:10
> pass 1: rejected
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1! Critical: Anybody may delete the cart
change src/a.rs:10
answer rejected
  - critical "Anybody may delete the cart" src/a.rs:10
> pass 2: rejected; no progress
> -> reexecute by executor, gsd-executor, tier developer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    F1! Critical: Anybody may delete the cart (repeated)
change src/a.rs:10
answer rejected
  - critical "Anybody may delete the cart" src/a.rs:10
> pass 3: rejected; no progress
> -> ask_user by human, tier user, options commit skip stop; decide
>    F1! Critical: Anybody may delete the cart (repeated)
status
> why: this is the user's choice, not an agent's
> question: 42 has 1 blocking finding open, and the limit of 3 passes is reached. `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
