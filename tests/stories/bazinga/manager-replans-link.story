# A re-plan names the call that links each new subject with the loop that was given up (SPEC 4.5).
protocol bazinga
open change AUTH
answer changes_requested
  - high "No password" src/a.rs:10
escalate "needs a key store"
escalate "needs another product"
decide replan
status
