# Too hard is no rejection: with one tier the user is asked (SPEC 3).
protocol countersign
open change CART
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer changes_requested
  - high "The total overflows" src/a.rs:10
> pass 1: changes_requested
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
respond
  - F1 rejected "this is too hard for now"
> not taken: F1: effort, time and opinion are no reason against a finding. Say what in the code, the requirement or the behaviour makes the finding wrong, with the place (such as `src/a.rs:10 returns early before that line`) or the requirement's id; or fix it. Where it is beyond you, send `escalate`
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! high: The total overflows
escalate "I do not know the money library"
> -> ask_user by human, tier user, options accept fix stop; decide
>    F1! high: The total overflows
status
> why: this is the user's choice, not an agent's
> question: CART has 1 blocking finding open, and the fixer says that it is beyond him (I do not know the money library). `accept`: go on with what is open; `fix`: one more round: mend what is open, then review again; `stop`: stop here.
