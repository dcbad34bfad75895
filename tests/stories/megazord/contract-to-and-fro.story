# A contract that goes to and fro: a model's word has it adopted so often and no oftener (SPEC 6.7, 6.8, 6.10).
protocol megazord max_decisions=2
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "No discount" src/a.rs:10 spec cites CART-01 why "the code is ignored"
> pass 1: changes_requested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount
asked "the discount is two in a hundred"
> -> ask_user by human, tier user, options keep adopt abandon; decide
>    F1! critical: No discount
decide adopt
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount
asked "what was asked"
> -> ask_user by human, tier user, options keep adopt abandon; decide
>    F1! critical: No discount
decide adopt
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount
asked "the discount is two in a hundred"
> -> ask_user by human, tier user, options keep abandon; decide
>    F1! critical: No discount
status
> why: this is the user's choice, not an agent's
> question: What is asked of 03-01 Task 2 changed since its review began: its text, from “what was asked” to “the discount is two in a hundred”. A review keeps what it began with unless the user says otherwise. `keep`: go on with what it was reviewed for so far; `abandon`: give this loop up.
> warning: this loop was led back 2 times by a model's word; `adopt` is taken from the user in person now: leave `choice` out where the client can ask, or `countersign decide rl-story adopt --reason R` in a terminal
decide adopt
> refused: "adopt" would lead the loop back again, and a model's word did so 2 times already; from here on the user chooses that in person
decide adopt attested
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount
