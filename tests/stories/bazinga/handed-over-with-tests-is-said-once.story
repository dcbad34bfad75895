# The same where failing tests are what is handed over.
protocol bazinga
open change AUTH
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
tests failed a b passed c
escalate "the fixture needs a server that I cannot start"
status
tests failed a b passed c
status
