# A document put back to what it was swings: the limit rule, here on with warnings (SPEC 4, 6.6).
protocol ralph max_passes=5
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
answer changes_requested
  - high "Split the store in two" specs/login/design.md:20 category Principles
> pass 1: changes_requested
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F1! FAIL: Split the store in two
change specs/login/design.md:20
answer changes_requested
  - resolved F1 "split"
  - high "Two parts own the session" specs/login/design.md:20 category Consistency
> pass 2: changes_requested; resolved F1; progress
> -> revise by author, architect-reviewer, files specs/login/design.md; review_task
>    F2! FAIL: Two parts own the session (fix_induced)
put-back specs/login/design.md 1
answer changes_requested
  - resolved F2 "one again"
  - high "One store does everything" specs/login/design.md:20 category Principles
> pass 3: changes_requested; resolved F2; progress [swinging]
> -> proceed by host, outcome accepted_with_warnings, then tasks, options reopen; loop_status
status
> why: the reviews of login/design ask for opposite things; it goes on with its findings unresolved
> summary: ### Review Warning: design
>
> **login/design**
>
> The reviews of login/design ask for opposite things; it goes on with its findings unresolved.
>
> - F1 FAIL: One store does everything (specs/login/design.md:20)
>
> warning: F1 FAIL: One store does everything
