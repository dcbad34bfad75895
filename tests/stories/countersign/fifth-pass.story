# Progress in every round, and yet the fifth pass is the last: the one tier there is has nobody after it, the user is asked (SPEC 4).
protocol countersign
open change AUTH
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/a.rs:20 why "it breaks"
  - high "Three cherries" src/a.rs:30 why "it breaks"
  - high "Four dates" src/a.rs:40 why "it breaks"
  - high "Five elders" src/a.rs:50 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: One apple
>    F2! high: Two bananas
>    F3! high: Three cherries
>    F4! high: Four dates
>    F5! high: Five elders
fix F1
respond
  - F1 fixed "done"
  - F2 fixed "done"
  - F3 fixed "done"
  - F4 fixed "done"
  - F5 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
> pass 2: changes_requested; resolved F1; still open F2 F3 F4 F5; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F2! high: Two bananas (repeated)
>    F3! high: Three cherries (repeated)
>    F4! high: Four dates (repeated)
>    F5! high: Five elders (repeated)
fix F2
respond
  - F2 fixed "done"
  - F3 fixed "done"
  - F4 fixed "done"
  - F5 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
> pass 3: changes_requested; resolved F2; still open F3 F4 F5; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F3! high: Three cherries (repeated)
>    F4! high: Four dates (repeated)
>    F5! high: Five elders (repeated)
fix F3
respond
  - F3 fixed "done"
  - F4 fixed "done"
  - F5 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
> pass 4: changes_requested; resolved F3; still open F4 F5; progress
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F4! high: Four dates (repeated)
>    F5! high: Five elders (repeated)
fix F4
respond
  - F4 fixed "done"
  - F5 fixed "done"
> -> review by reviewer, countersign-reviewer, reason re_review; review_task
answer changes_requested
> pass 5: changes_requested; resolved F4; still open F5; progress
> -> ask_user by human, tier user, options accept fix stop; decide
>    F5! high: Five elders (repeated)
status
> why: this is the user's choice, not an agent's
> question: AUTH has 1 blocking finding open, and the limit of 5 passes is reached. `accept`: go on with what is open; `fix`: one more round: mend what is open, then review again; `stop`: stop here.
