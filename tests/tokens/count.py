#!/usr/bin/env python3
"""Counts what a whole loop (review, reject, fix, approve) puts into the tools of Countersign and gets out of them, a
system each, beside the prompt-only form of the same loop where its published prompts are at hand.

    python3 tests/tokens/count.py target/release/countersign [megazord=GITDIR yolo=GITDIR gsd=GITDIR ralph=GITDIR bazinga=GITDIR]

A GITDIR is a clone of that system's own repository; only `git show` is called on it. Bytes are counted; tokens are
bytes / 4, an estimate. Prints Markdown. Runs by hand, changes nothing outside a temporary folder."""
import json, os, re, subprocess, sys, tempfile


class Repo:
    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "Scene")
        self.git("config", "user.email", "scene@example.invalid")
        self.server, self.ids, self.calls, self.input, self.output, self.material, self.listed = None, 0, 0, 0, 0, 0, 0

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.folder, check=True, capture_output=True)

    def write(self, files):
        for path, text in files.items():
            full = os.path.join(self.folder, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w") as file:
                file.write(text)

    def commit(self, message, files, *more):
        self.write(files)
        self.git("add", "-f", *files)
        self.git("commit", "-q", "-m", message, *more)

    def start(self):
        env = {**os.environ, "COUNTERSIGN_LOG": "off", "XDG_CONFIG_HOME": self.folder + "-none"}
        self.server = subprocess.Popen([self.program, "serve"], cwd=self.folder, env=env, text=True,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "count", "version": "0"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        tools = self.ask("tools/list", {})["tools"]
        self.listed = sum(len(json.dumps([t["name"], t.get("description"), t["inputSchema"]],
                                         ensure_ascii=False, separators=(",", ":")).encode()) for t in tools)

    def send(self, message):
        self.server.stdin.write(json.dumps(message) + "\n")
        self.server.stdin.flush()

    def ask(self, method, params):
        self.ids += 1
        self.send({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params})
        while True:
            answer = json.loads(self.server.stdout.readline())
            if answer.get("id") == self.ids:
                return answer["result"]

    def call(self, tool, **arguments):
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        text = result["content"][0]["text"]
        if result.get("isError"):
            sys.exit(f"{tool} {arguments}: {text}")
        self.calls += 1
        self.input += len(json.dumps(arguments, ensure_ascii=False, separators=(",", ":")).encode())
        self.output += len(text.encode())
        answer = json.loads(text)
        for block in re.findall(r"<(data-\w+) [^>]*>\n(.*?)</\1>", answer.get("brief", ""), re.S):
            self.material += len(block[1].encode())
        return answer

    def loop(self, subject, answers, fix, respond=None):
        """One rejection, one fix, one approval; returns the outcome."""
        self.start()
        opened = self.call("review_task", **subject)
        done = self.call("record_findings", text=answers[0], **opened["next"]["call"]["arguments"])
        fix(self)
        if respond:
            self.call("respond_findings", responses=respond, **done["next"]["call"]["arguments"])
        opened = self.call("review_task", loop_id=opened["loop_id"])
        done = self.call("record_findings", text=answers[1], **opened["next"]["call"]["arguments"])
        self.server.stdin.close()
        self.server.wait()
        return done["next"].get("outcome")


BODY = "".join(f"def rule_{n}(order):\n    return order.total * {n} if order.kind == {n} else 0\n\n\n" for n in range(20))
FAULT = BODY + "def price(order):\n    return sum(rule(order) for rule in RULES)\n"
FIXED = BODY + "def price(order):\n    return max(0, sum(rule(order) for rule in RULES))\n"
PLACE = f"src/price.py:{FAULT.count(chr(10))}"
PLAN = """---
phase: "02"
plan: "01"
type: execute
title: "Prices"
wave: 1
depends_on: []
files_modified: [src/price.py]
autonomous: true
must_haves: ["a price is never negative"]
---

<tasks>
<task type="auto">
  <name>Task 1: Price an order</name>
  <files>src/price.py</files>
  <action>price(order) sums what the rules give, never below nothing.</action>
  <verify>python -m unittest</verify>
  <done>a price is never negative</done>
</task>
</tasks>
"""


def megazord(repo):
    plan = ".planning/phases/02-prices/02-01-PLAN.md"
    repo.commit("docs(02): plan", {plan: PLAN, ".planning/megazord.config.json": '{"version": 1}\n'})
    repo.commit("feat(02-01): price an order", {"src/price.py": FAULT})
    form = "## REVIEW COMPLETE\n\n**Task:** 02-01 Task 1\n**Status:** {}\n**Critical:** {}\n**Warnings:** 0\n**Info:** 0\n\n### Spec Compliance\n\n{}\n\n### Code Quality\n\nNo issues found.\n"
    finding = f"### Finding 1: A price can be negative\n- **Severity:** critical\n- **Requirement:** done criterion of Task 1\n- **File:** {PLACE}\n- **Issue:** A sum below nothing is returned as it is.\n- **Suggestion:** Return at least 0."
    answers = form.format("issues_found", 1, finding), form.format("passed", 0, "No issues found.")
    return answers, repo.loop({"plan": plan, "task": "1"}, answers, lambda r: r.commit("feat(02-01): price an order", {"src/price.py": FIXED}, "--amend"))


def yolo(repo):
    plan = ".yolo-planning/phases/02-prices/02-01-PLAN.md"
    head = PLAN.split("<tasks>")[0]
    text = head + "### Task 1: Price an order\n**Files:** `src/price.py`\n**Action:** Sum what the rules give.{}\n**Done:** a price is never negative\n"
    repo.commit("chore: plan", {plan: text.format(""), "src/price.py": FAULT, ".yolo-planning/config.json": '{"review_gate": "always"}\n'})
    answers = ("VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:src/price.py] issue: Nothing in Task 1 keeps a price from being negative | suggestion: Say at least 0\n",
               "VERDICT: approve\nCYCLE: 2/3\nRESOLVED: 1\nPERSISTENT: 0\nNEW: 0\nFINDINGS:\n- (none)\n\n### Resolved\n- F1: the task says so now\n")
    return answers, repo.loop({"plan": plan}, answers, lambda r: r.write({plan: text.format(" Return at least 0.")}))


def gsd(repo):
    repo.commit("docs(02): plan", {".planning/phases/02-prices/02-01-PLAN.md": PLAN, ".planning/config.json": '{"execution_review": {"enabled": true}}\n'})
    repo.write({"src/price.py": FAULT})
    form = "## REVIEW: 02-01-T1\n\n### Requirements Traceability\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n| 1 | a price is never negative | {} | " + PLACE + " |\n\n**Requirements Score:** {}/1\n**Scope Creep:** None\n\n### Verdict: {}\n\n### Findings\n\nNone.\n"
    answers = form.format("NOT_MET", 0, "NEEDS_FIX"), form.format("MET", 1, "PASS")
    return answers, repo.loop({"id": "02-01-T1", "title": "Price an order", "criteria": "a price is never negative", "files": ["src/price.py"]}, answers, lambda r: r.write({"src/price.py": FIXED}))


def ralph(repo):
    design = "# Design\n\n## Architecture\n\nOne module.\n\n" + "".join(f"## Component {n}\n\nRule {n} of the price list, applied to orders of its kind.\n\n" for n in range(12))
    repo.commit("docs(spec): requirements", {"specs/prices/requirements.md": "# Requirements\n\n- **FR-1** (Must): a price is never negative\n", "specs/prices/.progress.md": "# Progress\n\n## Original Goal\n\nPrices.\n"})
    repo.write({"specs/prices/design.md": design})
    form = "## Review: design (Iteration {})\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | {} |\n| 2 | Consistency | PASS | - |\n| 3 | Feasibility | PASS | - |\n| 4 | Patterns | PASS | - |\n| 5 | Principles | PASS | - |\n\n### Summary\n- Passed: {}/5 dimensions\n\n### Feedback for Revision\n{}\n\n{}\n"
    answers = (form.format(1, "FAIL | No data flow", 4, "1. Add a Data Flow section.", "REVIEW_FAIL"),
               form.format(2, "PASS | Previously FAIL, now PASS", 5, "No issues found.", "REVIEW_PASS"))
    return answers, repo.loop({"artifact": "specs/prices/design.md"}, answers, lambda r: r.write({"specs/prices/design.md": design + "## Data Flow\n\nAn order goes through each rule in turn.\n"}))


def bazinga(repo):
    repo.commit("chore: start", {"README.md": "prices\n", "bazinga/model_selection.json": "{}\n"})
    os.makedirs(os.path.join(repo.folder, "bazinga/artifacts/bazinga_20260302_141500"))
    repo.git("checkout", "-q", "-b", "bazinga/prices")
    repo.commit("PRICE: price an order", {"src/price.py": FAULT})
    base = {"from_agent": "tech_lead", "to_agent": "developer", "session_id": "bazinga_20260302_141500", "group_id": "PRICE"}
    issue = {"id": "TL-PRICE-1-001", "severity": "HIGH", "blocking": True, "title": "A price can be negative", "location": PLACE, "problem": "A sum below nothing is returned as it is", "fix": "Return at least 0", "why": "We would pay the customer"}
    count = lambda n: {"critical": 0, "high": n, "medium": 0, "low": 0, "blocking_count": n}
    answers = (json.dumps({**base, "status": "CHANGES_REQUESTED", "summary": ["one", "two", "three"], "iteration": 1, "issues": [issue], "issue_summary": count(1)}, indent=2),
               json.dumps({**base, "status": "APPROVED", "summary": ["one", "two", "three"], "iteration": 2, "issues": [], "issue_summary": count(0), "resolved": [{"id": issue["id"], "reason": "at least 0 now"}]}, indent=2))
    responses = [{"finding_id": issue["id"], "response": "fixed", "details": "src/price.py: at least 0"}]
    return answers, repo.loop({"id": "PRICE", "title": "Price an order", "criteria": "a price is never negative"}, answers, lambda r: r.commit("PRICE: never negative", {"src/price.py": FIXED}), responses)


# What the prompt-only loop reads: how to run it (a section, or a whole file), and who the reviewer is, once a pass.
PROMPTS = {
    "megazord": ("agents/mz-executor.md", r"^## Review Protocol.*?(?=^## )", "agents/mz-reviewer.md"),
    "yolo": ("skills/execute-protocol/SKILL.md", r"^### Step 2b.*?(?=^### Step 2c)", "agents/yolo-reviewer.md"),
    "gsd": ("get-shit-done/workflows/execution-review.md", None, "agents/gsd-execution-reviewer.md"),
    "ralph": ("plugins/ralph-specum/references/quick-mode.md", r"^## Quick Mode Review Loop.*?(?=^## )", "plugins/ralph-specum/agents/spec-reviewer.md"),
    "bazinga": ("templates/orchestrator/workflow_routing_reference.md", None, "agents/tech_lead.md"),
}


def prompts(system, clone):
    def show(path):
        return subprocess.run(["git", "-C", clone, "show", "HEAD:" + path], check=True, capture_output=True).stdout.decode()
    loop, section, reviewer = PROMPTS[system]
    text = show(loop)
    if section:
        text = re.search(section, text, re.S | re.M).group(0)
    return len(text.encode()), len(show(reviewer).encode())


def main():
    program = os.path.abspath(sys.argv[1])
    clones = dict(word.split("=", 1) for word in sys.argv[2:])
    tokens = lambda size: f"{round(size / 4):,}"
    print("| system | calls | tool input | tool output | of it material | loop and reviewer prompts | prompt-only in all |")
    print("|---|---|---|---|---|---|---|")
    listed = 0
    for system in PROMPTS:
        with tempfile.TemporaryDirectory() as folder:
            repo = Repo(os.path.realpath(folder), program)
            answers, outcome = globals()[system](repo)
            assert outcome == "approved", (system, outcome)
            listed = repo.listed
            row = [system, str(repo.calls), tokens(repo.input), tokens(repo.output), tokens(repo.material)]
            if system in clones:
                loop, reviewer = prompts(system, clones[system])
                said = sum(len(a.encode()) for a in answers)
                row += [f"{tokens(loop)} + 2 × {tokens(reviewer)}", tokens(loop + 2 * reviewer + repo.material + said)]
            else:
                row += ["", ""]
            print("| " + " | ".join(row) + " |")
    print(f"\nThe list of tools, once a session: {tokens(listed)} tokens.")


main()
