"""Holds the conformance suite's results against conformance.list.

    conformance.py REVISION RESULTS        RESULTS is the suite's output folder of one revision

Prints a line for each scenario that is not as listed; exit code 1 where there is one.
"""

import json
import re
import sys
from pathlib import Path

revision, results = sys.argv[1], Path(sys.argv[2])

listed = {}
for line in (Path(__file__).parent / "conformance.list").read_text().splitlines():
    if line and not line.startswith("#"):
        of, scenario, kind, *phrase = line.split(" ", 3)
        if of == revision:
            listed[scenario] = (kind, phrase[0] if phrase else "")

seen, wrong, checks = {}, [], 0
for file in sorted(results.glob("**/checks.json")):
    name = re.sub(r"-\d{4}-\d\d-\d\dT.*$", "", file.parent.name).removeprefix("server-")
    seen[name] = json.loads(file.read_text())

for name, told in seen.items():
    failed = [f"{c['id']}: {c.get('errorMessage') or ''}" for c in told if c["status"] == "FAILURE"]
    checks += sum(c["status"] == "SUCCESS" for c in told)
    kind, phrase = listed.get(name, ("unlisted", ""))
    phrases = phrase.split("|")
    strange = [text for text in failed if not any(phrase in text for phrase in phrases)]
    if kind == "unlisted":
        wrong.append(f"{name}: is not in conformance.list")
    elif kind in ("pass", "idle"):
        wrong += [f"{name}: {text}" for text in failed]
        if kind == "pass" and not any(c["status"] == "SUCCESS" for c in told):
            wrong.append(f"{name}: is listed to pass, and nothing was checked")
    elif kind in ("fixture", "part"):
        wrong += [f"{name}: {text}" for text in strange]
        wrong += [f"{name}: nothing fails by {phrase}, mend the list" for phrase in phrases if not any(phrase in f for f in failed)]
    else:
        wrong.append(f"{name}: conformance.list says {kind!r} of it")

wrong += [f"{name}: is listed, but the suite has not run it" for name in listed if name not in seen]
for line in wrong:
    print(f"  {revision} {line}"[:400])
kinds = [kind for kind, _ in listed.values()]
print(
    f"{revision}: {len(seen)} scenarios, {kinds.count('pass') + kinds.count('part')} apply, "
    f"{kinds.count('fixture') + kinds.count('idle')} need a fixture; {checks} checks hold, {len(wrong)} not as listed"
)
sys.exit(bool(wrong))
