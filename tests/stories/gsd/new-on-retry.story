# A retry that mended the old and brings new findings is NEEDS_FIX where the reviewer says so; said at the first attempt it names nothing that may block (SPEC 4.3, reference C).
protocol gsd
open change 42
answer changes_requested
  - high "Round each line" src/a.rs:10 spec cites "Rounding"
fix F1
answer changes_requested
  - medium "A magic number" src/b.rs:40
status
fix F2
answer changes_requested
  - medium "A vague name" src/b.rs:60
status
