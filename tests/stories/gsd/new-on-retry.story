# A retry that mended the old and brings new findings is NEEDS_FIX where the reviewer says so; at the first attempt warnings alone are asked about (`warnings-asked`; SPEC 4.3, 5.6).
protocol gsd
open change 42
> -> review by reviewer, gsd-execution-reviewer, reason first; review_task
answer changes_requested
  - high "Round each line" src/a.rs:10 spec cites "Rounding"
> pass 1: changes_requested
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F1! unmet requirement: Round each line
fix F1
answer changes_requested
  - medium "A magic number" src/b.rs:40
> pass 2: changes_requested; resolved F1; progress
> -> fix by fixer, gsd-executor, tier developer, commit none; review_task
>    F2 Warning: A magic number (late)
status
> why: The review asks for changes. Mend the open finding and leave the fix uncommitted. Then ask for the re-review; where a fix stands elsewhere, or a finding is wrong, say so first with respond_findings
fix F2
answer changes_requested
  - medium "A vague name" src/b.rs:60
> pass 3: changes_requested; resolved F2; progress
> -> ask_user by human, tier user, options commit skip stop; decide
>    F3 Warning: A vague name (late)
status
> why: this is the user's choice, not an agent's
> question: 42 has 1 finding open, and the limit of 3 passes is reached. `commit`: commit it as it is; `skip`: restore its files and go on without it; `stop`: stop the execution here.
