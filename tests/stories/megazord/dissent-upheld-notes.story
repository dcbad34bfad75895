# An upheld approval with notes keeps its notes, and a severity that only the second answer raised comes down again.
protocol megazord
open task 03-01 2
answer approved_with_notes
  - medium "Long name" src/a.rs:10
dissent changes_requested
  - critical "Long name" src/a.rs:10
decide uphold
status
