# Two signals that differ, side by side: a contradiction and no silence; nothing goes on by it (SPEC 4, 5.4).
protocol ralph
open artifact login/design
> -> review by reviewer, spec-reviewer, reason first; review_task
review
| Looked at all of it.
|
| REVIEW_PASS
| REVIEW_FAIL
> pass 1: unclear [verdict_vs_verdict]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
status
> why: the last review of login/design used up its pass without an answer that counts; a fresh one is due
review
| Looked at all of it again.
|
| **REVIEW_FAIL**
|
| **REVIEW_PASS**
> pass 2: unclear [verdict_vs_verdict]
> -> review by reviewer, spec-reviewer, reason fresh; review_task
