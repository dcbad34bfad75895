# What blocked in an answer without a verdict stands when the verdict comes alone.
protocol countersign
open change 42
> -> review by reviewer, countersign-reviewer, reason first; review_task
answer unclear
  - critical "Key is logged" src/a.rs:9
> pass 1: asked: No verdict could be read from the answer. Send the whole review again, with `verdict`, `findings` and `resolved`.
> -> review by reviewer, countersign-reviewer, reason clarify; record_findings
answer approved
> pass 1: changes_requested (said approved) [dropped_when_asked verdict_vs_findings]
> -> fix by fixer, countersign-executor, tier developer, commit separate; respond_findings
>    F1! critical: Key is logged
