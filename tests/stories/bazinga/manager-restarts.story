# Reject and restart: the work is restored and done again, then reviewed; tests reported meanwhile do not undo that (SPEC 4.5).
protocol bazinga max_passes=1
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "it breaks"
> pass 1: changes_requested
> -> fix by fixer, senior_software_engineer, tier senior_engineer, commit separate; respond_findings
>    TL-AUTH-1-001! HIGH: One apple
respond
  - TL-AUTH-1-001 fixed "done"
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "still"
> pass 2: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
decide restart
> -> reexecute by executor, senior_software_engineer, tier senior_engineer, files src/a.rs src/b.rs, added src/new.rs; review_task
>    TL-AUTH-1-001! HIGH: One apple (repeated)
status
> why: AUTH is to be done again from the start: restore the 2 files in `files` as bbbbbbbb has them, remove the 1 file in `added`, execute it anew. Do not repeat what `findings` names
tests failed passed login
> 0 failing, 0 fixed, 0 new, 0 not run: first run
> -> review by reviewer, tech_lead, reason re_review; review_task
answer changes_requested
  - high "One apple" src/a.rs:10 why "still"
> pass 3: changes_requested; no progress
> -> ask_user by manager, project_manager, tier project_manager, options replan senior_engineer restart ask_user; decide
>    TL-AUTH-1-001! HIGH: One apple (repeated)
