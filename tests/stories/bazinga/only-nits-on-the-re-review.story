# A re-review that requests changes and raises only nits: asked once, then the pass is used up (SPEC 5.6, 6.6).
protocol bazinga
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
fix TL-AUTH-1-001
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - medium "A long function" src/b.rs:30 why "hard to read"
> pass 2: asked: You ask for changes, but no finding is CRITICAL or HIGH, and only such findings block here. Name the finding that must be mended and mark it so, or pass the work with its notes.
> -> review by reviewer, tech_lead, reason clarify; record_findings
answer changes_requested
  - medium "A long function" src/b.rs:30 why "hard to read"
> pass 2: unclear (said changes_requested); resolved TL-AUTH-1-001
> -> review by reviewer, tech_lead, reason fresh; review_task
answer approved
> pass 3: approved; still open TL-AUTH-2-001; progress
> -> proceed by host, outcome approved; loop_status
>    TL-AUTH-2-001 MEDIUM: A long function (late, repeated)
