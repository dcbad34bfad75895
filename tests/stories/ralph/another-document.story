# A pass of another task is no pass of this one, and no missing signal either.
protocol ralph
open task 1
answer approved
  - about "Task 2"
status
