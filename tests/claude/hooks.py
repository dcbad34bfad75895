"""What the shipped hooks do in the real client: a reviewer that only prints is recorded, one that says nothing is held
back twice and let go, a commit waits for its review. Each check yields what does not hold.
"""
import contextlib
import json
import sqlite3
import subprocess

import model

REVIEWER = """---
name: mz-reviewer
description: Reviews one task and prints its report.
tools: Read, Grep, Glob
---

You print one review of what you are asked to look at, and nothing else. You have no way to record it.
"""


def rows(scene, sql):
    store = scene.root / ".git/countersign/store.db"
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as store:
        return list(store.execute(sql))


def events(scene, kind):
    return [json.loads(body) for (body,) in rows(scene, f"SELECT body FROM event WHERE kind = '{kind}' ORDER BY at, seq")]


def shown(played, agent):
    """Returns what each request of an agent holds, as text."""
    requests = [r["body"] for r in played.requests if r["agent"] == agent]
    return [model.text_of(b.get("system", "")) + "\n".join(model.text_of(m["content"]) for m in b["messages"]) for b in requests]


def check_printed(scene):
    """Nobody calls the server: the report of a reviewer that only prints is recorded, and the next one is given the next pass."""
    played, _, faults = scene.run("printed", "Carry out task 1 and have it reviewed.")
    yield from faults
    for agent, wanted in (("first reviewer", "pass 1"), ("second reviewer", "pass 2")):
        texts = shown(played, agent)
        if len(texts) != 1 or f"Countersign: {wanted} of the review of 01-01 Task 1" not in texts[0]:
            yield f"{agent} made {len(texts)} requests and was not told of its {wanted}: {texts[:1]}"
    answers = [body["answer"] for body in events(scene, "review_recorded")]
    by = [(a.get("by", {}).get("kind"), a.get("unsigned")) for a in answers]
    if by != [("mz-reviewer", True)] * 2:
        yield f"the printed reports are not recorded as the reviewer's: {by}"
    report = scene.root / ".planning/phases/01-cart/01-01-REVIEW-T1.md"
    text = report.read_text() if report.is_file() else "none"
    if "outcome: approved" not in text or "countersign: none" not in text:
        yield f"the report does not say that the task is approved by what was printed: {text[:900]}"


def check_speechless(scene):
    """A reviewer that says nothing is held back twice with the exact call, then let go, which is on record."""
    played, _, faults = scene.run("speechless", "Carry out task 2 and have it reviewed.")
    yield from faults
    texts = shown(played, "reviewer")
    if len(texts) != 3:
        yield f"the reviewer played {len(texts)} turns, not 3"
    # The client shows a reason as a message and as the hook's error.
    held = [text.count("Stop hook feedback:\nCountersign: your review") for text in texts]
    if held != [0, 1, 2] or 'record_findings {"loop_id":"rl-' not in texts[-1]:
        yield f"the reviewer was held back so often at each turn: {held}"
    gone = events(scene, "let_go")
    if [(g["by"]["kind"], g["role"], g["times"]) for g in gone] != [("mz-reviewer", "reviewer", 2)]:
        yield f"that it was let go is not on record once: {gone}"
    if not any("nothing to add" in text for (text,) in rows(scene, "SELECT text FROM stray")):
        yield "its last words are lost"


def check_gated(scene):
    """A commit is denied while its review is open, with the call that mends it; then it goes through."""
    scene.write(".planning/config.json", "{}\n")
    scene.write("src/cart.js", "export {};\n")
    scene.write("countersign.toml", '[hooks]\ngate = "commit"\n')
    scene.git("rm", "-q", ".planning/megazord.config.json")
    scene.git("add", ".")
    scene.git("commit", "-q", "-m", "chore: follow GSD")
    _, _, faults = scene.run("gated", "Export the total and commit it.")
    yield from faults
    log = subprocess.run(["git", "log", "--format=%s"], cwd=scene.root, capture_output=True, text=True, check=True)
    if log.stdout.splitlines()[:2] != ["feat: total, reviewed", "chore: follow GSD"]:
        yield f"the log holds {log.stdout.splitlines()}"


def check(make):
    """Plays all; `make` returns a new scene by its name."""
    scene = make("printed")
    scene.write(".claude/agents/mz-reviewer.md", REVIEWER)
    yield from check_printed(scene)
    yield from check_speechless(scene)
    scene = make("gated")
    yield from check_gated(scene)
