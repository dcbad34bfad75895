# Asked only for a citation, the reviewer cannot make a critical vanish by silence (SPEC 4.1, 6.5).
protocol megazord
open task 03-01 2
> -> review by reviewer, mz-reviewer, reason first; review_task
answer changes_requested
  - critical "No discount" src/a.rs:10 spec
> pass 1: asked: A spec finding must cite what it measures the work against. Give the field `requirement` with the plan element or requirement id to: "No discount".
> -> review by reviewer, mz-reviewer, reason clarify; record_findings
answer approved
> pass 1: changes_requested (said approved) [dropped_when_asked citation_assumed verdict_vs_findings]
> -> fix by fixer, mz-executor, tier developer, commit amend; review_task
>    F1! critical: No discount (citation_assumed)
