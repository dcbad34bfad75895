#!/usr/bin/env python3
"""Drives the real Claude Code through whole review loops, against a scripted model on the loopback. No account, no network
but for the client's own package, which npm puts into a cache outside this tree.

    tests/claude/run.py [path of the countersign binary]

Played in both revisions of the protocol: a main agent starts the shipped executor, which starts the shipped reviewer;
a rejection, a fix, an approval, with the server killed twice on the way; then what the session-start hook tells the
model of an open loop, at a start, a resumption and after a compaction. Then, once, what the shipped hooks do about subagents
and commits (hooks.py). What is asserted is what the client showed the model, and what went over the wire. Exit 0: all held, or the client cannot be had here (a line says SKIP).
"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

# The tree stays as it is: no compiled copies of the modules beside them.
sys.dont_write_bytecode = True
import hooks  # noqa: E402
import model  # noqa: E402
import wire  # noqa: E402

CLIENT = "2.1.330"
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 240
ANSWER_BYTES = 40 * 1024
HOOK_MS = 50
# What each shipped agent is to be shown: its tools with their schemas, loaded from the first request on.
TOOLS = {
    "executor": {"review_task", "respond_findings", "loop_status"},
    "first reviewer": {"review_task", "record_findings", "loop_status"},
    "second reviewer": {"review_task", "record_findings", "loop_status"},
}
MARK = "Countersign: review loops are open"

PLAN = """---
phase: 01-cart
plan: 01
title: Cart totals
wave: 1
depends_on: []
requirements: [CART-01]
must_haves:
  truths:
    - "A cart with a discount shows the discounted total"
---

<tasks>
<task type="auto">
  <name>Task 1: Sum the cart</name>
  <files>src/cart.js</files>
  <action>Write total(items, discount): the sum of price times count, less the discount in percent.</action>
  <verify>node --test</verify>
  <done>total() honours the discount</done>
</task>
<task type="auto">
  <name>Task 2: Use it at the checkout</name>
  <files>src/checkout.js</files>
  <action>Import total and show it.</action>
  <verify>node --test</verify>
  <done>checkout shows the total</done>
</task>
</tasks>
"""


def client():
    """Returns the client's path, installing it where it is not; ends with SKIP where it cannot be had."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    folder = cache / "countersign-claude" / CLIENT
    path = folder / "node_modules" / ".bin" / "claude"

    def version():
        try:
            ran = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        return ran.stdout.strip() or ran.stderr.strip()

    if version().startswith(CLIENT):
        return path
    print(f"installing @anthropic-ai/claude-code@{CLIENT} into {folder}", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, f"@anthropic-ai/claude-code@{CLIENT}"]
    try:
        ran = subprocess.run(install, capture_output=True, text=True, timeout=600)
        why = ran.stderr.strip().splitlines()[-1:] or [f"npm ended with {ran.returncode}"]
    except (OSError, subprocess.TimeoutExpired) as error:
        why = [str(error)]
    found = version()
    if not found.startswith(CLIENT):
        print(f"SKIP: the client cannot be installed here: {why[0]}; {found}")
        sys.exit(0)
    return path


class Scene:
    """A repository with a plan, the shipped agents, the hook and the tapped server; a home and a log beside it."""

    def __init__(self, base, claude, binary, legacy):
        self.base, self.claude, self.binary, self.legacy = base, claude, binary, legacy
        self.root, self.home, self.tap = base / "repo", base / "home", base / "wire.jsonl"
        self.home.mkdir(parents=True)
        self.write(".planning/phases/01-cart/01-01-PLAN.md", PLAN)
        self.write(".planning/megazord.config.json", '{"version": 1, "quality": {"review": "auto"}}\n')
        self.write(".planning/REQUIREMENTS.md", "# Requirements\n\n- [ ] **CART-01**: Totals honour discounts\n")
        self.write(".planning/ROADMAP.md", "# Roadmap\n\n### Phase 1: Cart\n**Goal**: A cart that adds up\n")
        self.write("src/.gitkeep", "")
        self.write(".gitignore", ".claude/\n.mcp.json\n")
        for agent in ("executor", "reviewer", "verifier"):
            source = ROOT / "agents" / f"countersign-{agent}.md"
            self.write(f".claude/agents/{source.name}", source.read_text())
        self.hook("")
        server = {"type": "stdio", "command": sys.executable, "args": [str(HERE / "tap.py"), str(self.tap), str(binary), "serve"]}
        self.write(".mcp.json", json.dumps({"mcpServers": {"countersign": server}}))
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "docs: plan the cart")
        trust = {
            "hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True,
            "enabledMcpjsonServers": ["countersign"],
        }
        settings = {
            "hasCompletedOnboarding": True, "projects": {str(self.root): trust},
            "customApiKeyResponses": {"approved": ["key-for-the-loopback"], "rejected": []},
        }
        (self.home / ".claude.json").write_text(json.dumps(settings))

    def write(self, path, text):
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text)

    def hook(self, sources):
        """Registers the shipped hooks, those of session starts for these sources (all, where none is named)."""
        shipped = json.loads((ROOT / "hooks/hooks.json").read_text())["hooks"]
        shipped["SessionStart"][0]["matcher"] = sources or shipped["SessionStart"][0]["matcher"]
        text = json.dumps({"hooks": shipped}).replace("countersign hook", f"{self.binary} hook")
        self.write(".claude/settings.json", text)

    def hook_time(self):
        """Returns the milliseconds of a hook with a loop to tell, the best of 20: others may use the machine."""
        start = json.dumps({"hook_event_name": "SessionStart", "source": "startup", "cwd": str(self.root)})
        times = []
        for _ in range(20):
            began = time.perf_counter()
            ran = subprocess.run([self.binary, "hook"], input=start, cwd=self.root, capture_output=True, text=True, check=True)
            times.append((time.perf_counter() - began) * 1000)
            if MARK not in ran.stdout:
                raise RuntimeError(f"the hook has nothing to tell: {ran.stdout}{ran.stderr}")
        return min(times)

    def env(self, address):
        env = {
            "HOME": str(self.home), "TMPDIR": str(self.base), "CLAUDE_CODE_TMPDIR": str(self.base),
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "dumb", "NO_PROXY": "127.0.0.1",
            "ANTHROPIC_API_KEY": "key-for-the-loopback", "ANTHROPIC_BASE_URL": address,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1", "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1", "ENABLE_CLAUDEAI_MCP_SERVERS": "false",
            "GIT_AUTHOR_NAME": "Scene", "GIT_AUTHOR_EMAIL": "scene@example.invalid", "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_COMMITTER_NAME": "Scene", "GIT_COMMITTER_EMAIL": "scene@example.invalid", "GIT_CONFIG_NOSYSTEM": "1",
        }
        if self.legacy:
            env["MCP_PROTOCOL_NEGOTIATION"] = "legacy"
        return env

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.root, env=self.env(""), check=True)

    def kill_server(self):
        """Kills the running server outright, as a host or a machine may, and waits until it is gone."""
        rows = [json.loads(line) for line in self.tap.read_text().splitlines()]
        ended = {row["server"] for row in rows if row["from"] == "tap" and "ended" in row["line"]}
        for server in {row["server"] for row in rows} - ended:
            os.kill(server, signal.SIGKILL)
        time.sleep(0.3)

    def run(self, name, *words):
        """Plays a script; returns the model with what it was shown, and what the client said at the end."""
        script = json.loads((HERE / "scripts" / f"{name}.json").read_text())
        played = model.Model(script, {"kill the server": self.kill_server})
        command = [self.claude, "-p", "--output-format", "stream-json", "--verbose", *words]
        # The last, since it takes all words after it.
        command += ["--allowedTools", "Agent", "Bash", "Read", "mcp__countersign"]
        try:
            ran = subprocess.run(
                command, cwd=self.root, env=self.env(played.address), stdin=subprocess.DEVNULL,
                capture_output=True, text=True, timeout=PATIENCE,
            )
        finally:
            played.close()
        events = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
        (self.base / f"{name}.json").write_text(json.dumps({"requests": played.requests, "events": events}, indent=1))
        faults = list(played.faults) + played.unplayed()
        if ran.returncode != 0:
            faults.append(f"the client ended with {ran.returncode}: {ran.stderr.strip()[-400:]}")
        return played, events, faults


def context(request):
    """Returns what the session-start hook put before the model, or nothing."""
    text = model.text_of(request["body"].get("system", ""))
    text += "\n".join(model.text_of(m["content"]) for m in request["body"].get("messages", []))
    at = text.find(MARK)
    return text[at:at + 4000] if at >= 0 else None


def of_agent(played, agent):
    return [request for request in played.requests if request["agent"] == agent]


def connected(events):
    """Tells whether the client lists the server as connected when the session begins, or why not."""
    start = next((e for e in events if e.get("subtype") == "init"), {})
    return [s.get("status") for s in start.get("mcp_servers", []) if s["name"] == "countersign"]


def check_tools(played):
    """What the subagents were offered: the named tools, with their schemas as the repository holds them."""
    for agent, names in TOOLS.items():
        for request in of_agent(played, agent)[:1]:
            offered = {t["name"]: t for t in request["body"]["tools"]}
            ours = {n.removeprefix(model.PREFIX) for n in offered if n.startswith(model.PREFIX)}
            if ours != names:
                yield f"{agent} is offered {sorted(ours)}, not {sorted(names)}"
            for name in ours & names:
                held = json.loads((ROOT / "schemas" / "tools" / f"{name}.json").read_text())
                tool = offered[model.PREFIX + name]
                if tool["input_schema"].get("properties") != held["inputSchema"]["properties"]:
                    yield f"{agent} is shown other arguments of {name} than the server has"
                if tool["description"] != held["description"]:
                    yield f"{agent} is shown another description of {name}: {tool['description'][:200]}"
        if not of_agent(played, agent):
            yield f"{agent} never ran"


def check_results(played, scene):
    """What the models were shown of the answers: as the server sent them, small, and no brief moved to a file."""
    sent = [result.get("structuredContent") for _, how, result in wire.Wire(scene.tap).calls if how == "answered"]
    largest, briefs, lost = 0, [], 0
    for request in played.requests:
        results = model.results_of(request["body"].get("messages", []))
        lost += bool(results) and results[0].strip() == model.LOST
        for text in results:
            largest = max(largest, len(text.encode()))
            answer = model.as_json(text)
            if answer is not None and answer not in sent:
                yield f"a model was shown an answer that the server did not send: {text[:200]}"
            if answer is not None and "countersign" in answer and "brief" in answer:
                briefs.append(len(answer["brief"].encode()))
    if largest > ANSWER_BYTES:
        yield f"the largest answer shown has {largest} bytes"
    if len(briefs) < 2 or min(briefs) < 20_000:
        yield f"the reviewers were not shown whole briefs of a long change: {briefs}"
    print(f"   briefs of {min(briefs, default=0)} to {max(briefs, default=0)} bytes; largest answer shown to a model: {largest} bytes; {lost} calls lost with a killed server and made again")


def check_loop(scene):
    played, events, faults = scene.run("loop", "Carry out task 1 and have it reviewed.")
    yield from faults
    if connected(events) != ["connected"]:
        yield f"the client lists the server as {connected(events)}"
    if "Countersign keeps the review loop" not in json.dumps(played.requests[0]["body"]):
        yield "the server's instructions did not reach the main agent"
    if any(context(r) for r in played.requests):
        yield "the hook spoke though nothing was open"
    yield from check_tools(played)
    yield from check_results(played, scene)
    report = scene.root / ".planning/phases/01-cart/01-01-REVIEW-T1.md"
    if not report.is_file() or "outcome: approved" not in report.read_text():
        yield f"the report at {report} does not say that the task is approved"


def check_attested(scene):
    """Who reviewed is on record by the host's own word."""
    store = scene.root / ".git/countersign/store.db"
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as rows:
        bodies = [json.loads(body) for (body,) in rows.execute("SELECT body FROM event WHERE kind = 'review_recorded'")]
    seen = [body.get("review_recorded", body)["answer"].get("by") for body in bodies]
    if not seen or any(not by or by.get("kind") != "countersign-reviewer" or not by.get("agent") for by in seen):
        yield f"the reviews are not attested to countersign-reviewer: {seen}"


def check_hook(scene):
    """A loop left open reaches the model of the next session, of a resumed one, and of a compacted one."""
    _, _, faults = scene.run("open", "Carry out task 2 and open its review.")
    yield from faults
    took = scene.hook_time()
    print(f"   hook: {took:.1f} ms")
    if took > HOOK_MS:
        yield f"the hook takes {took:.1f} ms, more than {HOOK_MS}"
    for how, words in (
        ("a new session", ["Where were we?"]),
        ("a resumed session", ["--continue", "Go on."]),
        ("compaction", ["--continue", "/compact"]),
        ("the session after compaction", ["--continue", "Go on."]),
    ):
        # From here on only a compaction calls the hook, so that what is shown after it came by it.
        if how == "compaction":
            scene.hook("compact")
        played, events, faults = scene.run("hello", *words)
        if how == "compaction":
            # The client's own command: no agent plays. The hook's answer shows in the next request.
            if not any(e.get("subtype") == "compact_boundary" for e in events):
                yield f"compaction did not happen: {[e.get('subtype') for e in events]}"
            continue
        yield from faults
        texts = [context(r) for r in of_agent(played, "main")]
        if not texts or texts[0] is None:
            yield f"{how}: the open loop did not reach the model"
        elif '"tool"' in texts[0] or "record_findings {\"loop_id\":\"rl-" not in texts[0] or "fill: text" not in texts[0]:
            yield f"{how}: the next call did not reach the model: {texts[0][:600]}"


def check_wire(scene, revision):
    seen = wire.Wire(scene.tap)
    yield from seen.faults
    if seen.revisions != {revision}:
        yield f"the revisions spoken are {sorted(seen.revisions)}, not {revision}"
    kills = [end for end in seen.ends.values() if end == -signal.SIGKILL]
    if len(kills) < 2:
        yield f"the server was killed {len(kills)} times, not twice; ends: {seen.ends}"
    refused = sum(1 for call in seen.calls if call[1] == "refused")
    print(f"   {seen.checked} messages, {len(seen.calls)} calls, {refused} refused, {len(seen.servers)} servers, {len(kills)} killed")


def main():
    binary = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/countersign").resolve()
    if not binary.is_file():
        print(f"there is no binary at {binary}; build it, or name another", file=sys.stderr)
        return 2
    claude = client()
    base = pathlib.Path(tempfile.mkdtemp(prefix="countersign-claude-"))
    failed = False
    for legacy, revision in ((False, wire.NEW), (True, wire.OLD)):
        began = time.monotonic()
        print(f"-- Claude Code {CLIENT}, protocol {revision}", flush=True)
        scene = Scene(base / revision, claude, binary, legacy)
        faults = [*check_loop(scene), *check_attested(scene), *check_hook(scene), *check_wire(scene, revision)]
        for fault in faults:
            print(f"   FAULT {fault}")
        failed = failed or bool(faults)
        print(f"   {'FAILED' if faults else 'ok'}, {time.monotonic() - began:.0f} s", flush=True)
    began = time.monotonic()
    print("-- the shipped hooks", flush=True)
    faults = list(hooks.check(lambda name: Scene(base / f"hooks-{name}", claude, binary, False)))
    for fault in faults:
        print(f"   FAULT {fault}")
    failed = failed or bool(faults)
    print(f"   {'FAILED' if faults else 'ok'}, {time.monotonic() - began:.0f} s", flush=True)
    if failed:
        print(f"what was shown and sent is kept in {base}")
        return 1
    if not os.environ.get("COUNTERSIGN_KEEP"):
        shutil.rmtree(base)
    return 0


if __name__ == "__main__":
    sys.exit(main())
