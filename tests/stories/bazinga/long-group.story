# However long the group is named, its finding ids are such as every tool takes.
protocol bazinga
open change AUTHENTICATION-AND-SESSION-HANDLING-OF-THE-ADMINISTRATORS-CONSOLE-2
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "No null check on user" src/a.rs:10 why "it breaks"
  - high "Two bananas" src/b.rs:20 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, developer, tier developer, commit separate; respond_findings
>    TL-AUTHENTICATION-AND-SESSION-HANDLING-OF-THE-ADM-46e3c5-1-001! HIGH: No null check on user
>    TL-AUTHENTICATION-AND-SESSION-HANDLING-OF-THE-ADM-46e3c5-1-002! HIGH: Two bananas
