# Cited late and named without a place it is the same finding; another of the same task is another (SPEC 4.1, 6.5).
protocol megazord
open task 03-01 2
answer changes_requested
  - critical "No discount" spec
answer changes_requested
  - critical "No discount" spec
change src/b.rs:3
answer changes_requested
  - critical "No discount" spec cites CART-01
  - critical "No receipt is printed" spec cites CART-02
status
