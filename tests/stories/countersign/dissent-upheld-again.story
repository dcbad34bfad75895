# What was ruled on with the first dissent does not ask again; another blocking finding does (SPEC 6.3).
protocol countersign
open change CART
answer approved
dissent changes_requested
  - high "The discount is ignored" src/a.rs:10
decide uphold
status
dissent changes_requested
  - critical "The discount is ignored" src/a.rs:10
dissent changes_requested
  - high "Anybody may set the price" src/b.rs:30
decide uphold
