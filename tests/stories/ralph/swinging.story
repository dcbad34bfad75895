# Reviews that ask for opposite things: the limit rule, here on with warnings (SPEC 4, 6.6).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "Split the store in two" category Principles
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: Split the store in two
change specs/login/design.md:40
answer changes_requested
  - resolved F1 "split"
  - high "Keep the store in one" category Consistency reverses F1 why "two stores drift apart"
> pass 2: changes_requested; resolved F1; progress [swinging]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: the reviews of login/design ask for opposite things; it goes on with its findings unresolved
> summary: ### Review Warning: design
>
> **login/design**
>
> the reviews of login/design ask for opposite things; it goes on with its findings unresolved.
>
> - F2 FAIL: Keep the store in one
>
> warning: F2 FAIL: Keep the store in one
