# Who takes over is told so with the step that hands it over, and not again with each later one (SPEC 2).
protocol bazinga
open change AUTH
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/b.rs:20 why "it breaks"
escalate "src/a.rs needs a lock that I do not know how to take"
status
respond
  - TL-AUTH-1-001 fixed "taken in src/a.rs"
status
respond
  - TL-AUTH-1-002 fixed "done in src/b.rs"
status
