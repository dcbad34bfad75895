#!/usr/bin/env python3
"""Drives the real Claude Code with Countersign at home in it, in both ways a user adds it: as the plugin, and by `countersign init`.

    tests/claude/home.py [path of the countersign binary]

The plugin is validated as strictly as the client can, then a change is reviewed with its agents, hooks and tools; its
skills and the server's prompts are called as a person calls them. Then `init` registers the same in a repository, and
the client of that repository is asked what it has. A scripted model on the loopback, no account, no network but for the
client's own package. Exit 0: all held, or the client cannot be had here (a line says SKIP).
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import model  # noqa: E402
import run  # noqa: E402

PLUGIN_PREFIX = "mcp__plugin_countersign_countersign__"
AGENTS = ["countersign-executor", "countersign-reviewer", "countersign-verifier"]
SKILLS = ["fix", "resume", "review", "status", "verify", "why-blocked"]
EVENTS = ["PreToolUse", "SessionStart", "SubagentStart", "SubagentStop"]


class Home(run.Scene):
    """A repository with one change and nothing of ours; the program on the path, as hosts look for it."""

    def __init__(self, base, claude, binary):
        super().__init__(base, claude, binary, legacy=False)
        shutil.rmtree(self.root / ".claude")
        (self.root / ".mcp.json").unlink()
        self.write("src/greet.js", "export const greet = (name) => `Hello, ${name}`;\n")
        self.git("add", "src")
        self.git("commit", "-q", "-m", "feat: greet by name")
        (base / "bin").mkdir()
        (base / "bin" / "countersign").symlink_to(binary)

    def env(self, address):
        env = super().env(address)
        return {**env, "PATH": f"{self.base / 'bin'}:{env['PATH']}"}

    def client(self, *words):
        """Runs a command of the client itself, without a model."""
        return subprocess.run(
            [self.claude, *words], cwd=self.root, env=self.env("http://127.0.0.1:9"), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=run.PATIENCE,
        )

    def ask(self, name, prompt, *words):
        """Plays a script; returns the model, the events, and what did not hold."""
        played = model.Model(json.loads((run.HERE / "scripts" / f"{name}.json").read_text()), {})
        command = [self.claude, "-p", prompt, "--output-format", "stream-json", "--verbose", *words]
        command += ["--allowedTools", "Agent", "Read", "mcp__countersign", "mcp__plugin_countersign_countersign"]
        try:
            ran = subprocess.run(
                command, cwd=self.root, env=self.env(played.address), stdin=subprocess.DEVNULL,
                capture_output=True, text=True, timeout=run.PATIENCE,
            )
        finally:
            played.close()
        events = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
        faults = list(played.faults) + played.unplayed()
        if ran.returncode != 0:
            faults.append(f"the client ended with {ran.returncode}: {ran.stderr.strip()[-400:]}")
        return played, events, faults


def began(events):
    return next((e for e in events if e.get("subtype") == "init"), {})


def shown(played):
    """Everything the first request put before the model."""
    body = played.requests[0]["body"] if played.requests else {}
    return "\n".join(model.text_of(m["content"]) for m in body.get("messages", []))


def check_manifest(home):
    ran = home.client("plugin", "validate", str(run.ROOT), "--strict")
    if ran.returncode != 0:
        yield f"the plugin does not validate: {ran.stdout[-1500:]}{ran.stderr[-300:]}"
    for part in [f"agents: countersign:{a}" for a in AGENTS] + [f"skills: countersign:{s}" for s in SKILLS]:
        if part not in ran.stdout:
            yield f"the client does not see {part}"
    for event in EVENTS:
        if f"hooks: {event}" not in ran.stdout:
            yield f"the client does not see a hook of {event}"


def check_plugin(home):
    words = ["--plugin-dir", str(run.ROOT)]
    model.PREFIX = PLUGIN_PREFIX
    played, events, faults = home.ask("plugin", "Have the newest commit reviewed.", *words)
    yield from faults
    start = began(events)
    servers = {s["name"]: s.get("status") for s in start.get("mcp_servers", [])}
    if servers.get("plugin:countersign:countersign") != "connected":
        yield f"the plugin's server is not connected: {servers}"
    for agent in AGENTS:
        if f"countersign:{agent}" not in start.get("agents", []):
            yield f"the client lists no agent countersign:{agent}: {start.get('agents')}"
    for request in [r for r in played.requests if r["agent"] == "reviewer"][:1]:
        offered = {t["name"] for t in request["body"]["tools"] if t["name"].startswith("mcp__")}
        wanted = {PLUGIN_PREFIX + t for t in ("review_task", "record_findings", "loop_status")}
        if offered != wanted:
            yield f"the plugin's reviewer is offered {sorted(offered)}"
    yield from attested(home, "countersign:countersign-reviewer")
    # As a person calls them: the plugin's skill, and the server's own prompt.
    for call, words_of in (
        ("/countersign:status 3", ["Say where the reviews stand", "one is named: 3"]),
        (f"/{PLUGIN_PREFIX}why_blocked rl-abc", ["Say why the work is blocked", "one is named: rl-abc"]),
    ):
        played, _, faults = home.ask("hello", call, *words)
        yield from faults
        if not all(piece in shown(played) for piece in words_of):
            yield f"{call} did not reach the model: {shown(played)[:600]}"


def attested(home, kind):
    store = home.root / ".git/countersign/store.db"
    if not store.is_file():
        yield "nothing was recorded"
        return
    seen = []
    with run.contextlib.closing(run.sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as rows:
        for (body,) in rows.execute("SELECT body FROM event WHERE kind = 'review_recorded'"):
            body = json.loads(body)
            seen.append(body.get("review_recorded", body)["answer"].get("by"))
    if not seen or any(not by or by.get("kind") != kind for by in seen):
        yield f"the review is not attested to {kind}: {seen}"


def check_init(home):
    def init(*words):
        return subprocess.run(["countersign", "init", *words], cwd=home.root, env=home.env(""), capture_output=True, text=True)
    def files():
        # The client makes local settings of its own.
        found = (p.relative_to(home.root) for p in home.root.rglob("*") if p.is_file())
        return sorted(str(p) for p in found if p.parts[0] != ".git" and p.name != "settings.local.json")
    before = files()
    ran = init()
    if ran.returncode != 0 or "Next: " not in ran.stdout or "Note: " in ran.stdout:
        yield f"init: {ran}"
    listed = home.client("mcp", "get", "countersign")
    if "Connected" not in listed.stdout:
        yield f"the registered server does not connect: {listed.stdout}{listed.stderr}"
    model.PREFIX = "mcp__countersign__"
    played, events, faults = home.ask("hello", "/mcp__countersign__status")
    yield from faults
    start = began(events)
    if run.connected(events) != ["connected"]:
        yield f"the client lists the server as {run.connected(events)}"
    for agent in AGENTS:
        if agent not in start.get("agents", []):
            yield f"the client lists no agent {agent}: {start.get('agents')}"
    if "Say where the reviews stand" not in shown(played):
        yield f"the prompt did not reach the model: {shown(played)[:600]}"
    ran = init("--remove")
    if ran.returncode != 0 or before != files():
        yield f"init --remove leaves other files than before: {sorted(set(files()) ^ set(before))}"


def main():
    binary = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else run.ROOT / "target/release/countersign").resolve()
    if not binary.is_file():
        print(f"there is no binary at {binary}; build it, or name another", file=sys.stderr)
        return 2
    claude = run.client()
    base = pathlib.Path(tempfile.mkdtemp(prefix="countersign-home-"))
    failed = False
    for name, checks in (("plugin", [check_manifest, check_plugin]), ("init", [check_init])):
        home = Home(base / name, claude, binary)
        faults = [fault for check in checks for fault in check(home)]
        for fault in faults:
            print(f"   FAULT {fault}")
        print(f"-- {name}: {'FAILED' if faults else 'ok'}", flush=True)
        failed = failed or bool(faults)
    if failed:
        print(f"what was left behind is in {base}")
        return 1
    shutil.rmtree(base)
    return 0


if __name__ == "__main__":
    sys.exit(main())
