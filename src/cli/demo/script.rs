//! The steps of the demo: what the host agent calls, what must come back, and why it matters.

use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::failure::Failure;
use super::host::{Host, Revision};
use super::page::Page;
use super::scene::{self, PHASE, PLAN, SHARE, Scene};

/// A demo under way.
pub(super) struct Script<'w> {
    page: Page<'w>,
    scene: Scene,
    host: Host,
}

impl<'w> Script<'w> {
    /// Plays every step; ends early at the first that is not as it should be.
    pub(super) async fn play(page: Page<'w>, scene: Scene) -> Result<(), Failure> {
        let host = Host::start(&scene.root, Revision::Stateless).await?;
        let mut script = Self { page, scene, host };
        script.introduce()?;
        let opened = script.review_task_1().await?;
        let fix = script.find_the_defect(&opened).await?;
        let again = script.fix_it(&fix).await?;
        script.review_the_fix(&again).await?;
        let call = script.kill_in_the_middle().await?;
        let done = script.go_on_with_a_new_server(&call).await?;
        let to_judge = script.verify_the_phase(&done).await?;
        let to_confirm = script.judge(&to_judge).await?;
        script.confirm(&to_confirm).await?;
        script.host.end().await?;
        script.look_around()
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let page = &mut self.page;
        page.tell(
            "Coding agents review each other's work in loops: one writes, another reviews, the first fixes, until \
             it is good. Countersign owns that loop. A host agent (such as Claude Code) calls its tools; the server \
             reads what reviewers say, counts rounds, decides what comes next, checks claims against git, and keeps \
             the record. Models write code and opinions; what must be exact is not left to them.",
        )?;
        page.tell(
            "This demo plays host, executor and reviewers, with texts prepared beforehand. Everything else is real: \
             a git repository, a server started there as a child process, and an MCP client that talks to it over its \
             standard streams:",
        )?;
        page.line(&format!("  repository    {}", self.scene.root.display()))?;
        self.show_server()?;
        let page = &mut self.page;
        page.tell(&format!(
            "The project shares files by links that expire. Its plan {PLAN} has two tasks, and a \
             .planning/megazord.config.json: the server therefore plays by the rules of Megazord, where only \
             critical findings block and a task gets three passes at most."
        ))?;
        Ok(())
    }

    /// Shows which server is running.
    fn show_server(&mut self) -> Result<(), Failure> {
        let (pid, revision) = (self.host.pid(), self.host.agreed());
        self.page.line(&format!("  server        countersign serve (pid {pid}, MCP {revision})"))?;
        Ok(self.page.gap()?)
    }

    /// Shows a call, makes it and shows nothing of the answer yet.
    async fn call(&mut self, tool: &str, arguments: Map<String, Value>) -> Result<Answer, Failure> {
        self.page.call(tool, &arguments)?;
        Ok(Answer::new(tool, self.host.call(tool, arguments).await?))
    }

    /// Makes the call that the last answer named, with what it asked to be filled in.
    async fn follow(&mut self, last: &Answer, fill: Value) -> Result<Answer, Failure> {
        let (tool, arguments) = last.next_call(object(fill))?;
        self.call(&tool, arguments).await
    }

    /// Shows fields of an answer, each by its path.
    fn show(&mut self, answer: &Answer, paths: &[&str]) -> Result<(), Failure> {
        for path in paths {
            let name = path.trim_start_matches('/').replace('/', ".");
            let value = match answer.at(path) {
                Some(Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
                None => continue,
            };
            self.page.field(&name, &value)?;
        }
        self.show_next_call(answer)
    }

    /// Shows the call that comes after the step, as it is handed out.
    fn show_next_call(&mut self, answer: &Answer) -> Result<(), Failure> {
        let tool = answer.text("/next/call/tool")?;
        let arguments = answer.at("/next/call/arguments").map(Value::to_string).unwrap_or_default();
        let fill: Vec<&str> = answer.list("/next/fill").iter().filter_map(Value::as_str).collect();
        let fill = if fill.is_empty() { String::new() } else { format!(" + {}", fill.join(", ")) };
        self.page.field("next.call", &format!("{tool} {arguments}{fill}"))?;
        Ok(self.page.gap()?)
    }

    async fn review_task_1(&mut self) -> Result<Answer, Failure> {
        self.page.step("Task 1 is done: the host asks for its review")?;
        let commit = self.scene.do_task_1()?;
        self.page
            .tell(&format!("The executor has committed task 1 ({commit}). The host names plan and task:"))?;
        let opened = self.call("review_task", object(json!({ "plan": PLAN, "task": "1" }))).await?;
        opened.expect("/next/action", "review")?;
        opened.expect("/pass", 1)?;
        opened.expect("/range/files", json!([scene::LINK]))?;
        let paths =
            ["/next/action", "/next/agent", "/next/model", "/loop_id", "/countersign", "/range/files"];
        self.show(&opened, &paths)?;
        self.page.tell(
            "The answer holds the brief for the reviewer: the task, the requirement, the diff and the rules:",
        )?;
        self.page.brief(opened.text("/brief")?, 34)?;
        self.page.tell(
            "The server found the task's commit by its message and its files, and pinned it. `countersign` is a code \
             that the reviewer's answer must carry: it ties the answer to this pass and to this change. `next.call` \
             is the exact call to make afterwards; nothing has to be remembered.",
        )?;
        Ok(opened)
    }

    async fn find_the_defect(&mut self, opened: &Answer) -> Result<Answer, Failure> {
        self.page.step("The reviewer finds a defect")?;
        let text = scene::first_review(opened.text("/countersign")?);
        self.page.tell("The reviewer agent answers in its own words and form:")?;
        self.page.quote(&text, 40)?;
        self.page.tell("The host copies `next.call` and fills in the text:")?;
        let fix = self.follow(opened, json!({ "text": text })).await?;
        fix.expect("/verdict", "changes_requested")?;
        fix.expect("/next/action", "fix")?;
        fix.expect("/blocking", json!([fix.text("/findings/0/id")?]))?;
        fix.expect("/findings/0/severity", "critical")?;
        fix.expect("/next/commit", "amend")?;
        let paths = [
            "/verdict",
            "/spec_status",
            "/quality_status",
            "/blocking",
            "/next/action",
            "/next/agent",
            "/next/commit",
            "/next/why",
            "/reports",
        ];
        self.show(&fix, &paths)?;
        self.page.tell("and the brief for the fixer:")?;
        self.page.brief(brief_from(&fix, "## Findings")?, 24)?;
        self.page.tell(
            "Countersign read the text, held the verdict against the findings, gave each finding an id that stays \
             the same over passes, and wrote the report. It names the commit to amend because that commit is HEAD \
             and nobody else has it.",
        )?;
        Ok(fix)
    }

    async fn fix_it(&mut self, fix: &Answer) -> Result<Answer, Failure> {
        self.page.step("The executor fixes it and says where")?;
        let commit = self.scene.fix_task_1()?;
        self.page
            .tell(&format!("The executor amends its commit (now {commit}) and answers for each finding:"))?;
        let arguments = json!({
            "loop_id": fix.at("/next/call/arguments/loop_id"),
            "turn": fix.at("/next/turn"),
            "responses": [
                { "finding_id": fix.text("/findings/0/id")?, "response": "fixed",
                  "details": "src/link.js: the lifetime is turned into milliseconds" },
                { "finding_id": fix.text("/findings/1/id")?, "response": "fixed",
                  "details": "src/link.js: a lifetime that is not positive throws a RangeError" },
            ],
        });
        let responded = self.call("respond_findings", object(arguments)).await?;
        responded.expect("/next/action", "review")?;
        responded.expect("/responses/0/result", "accepted")?;
        responded.expect("/responses/1/result", "accepted")?;
        responded.expect("/claims/0/evidence", "region_changed")?;
        self.show(&responded, &["/claims", "/blocking_summary", "/next/action", "/next/reason"])?;
        self.page.tell(
            "A claim is checked, not believed: `region_changed` says that the lines of the finding did change since \
             the review. The amended commit was found again although its id is another.",
        )?;
        Ok(responded)
    }

    async fn review_the_fix(&mut self, responded: &Answer) -> Result<(), Failure> {
        self.page.step("The re-review ends the loop")?;
        let opened = self.follow(responded, json!({})).await?;
        opened.expect("/pass", 2)?;
        self.show(&opened, &["/next/reason", "/pass", "/max_passes", "/countersign"])?;
        self.page.tell("The second brief brings the open findings back, so that none is forgotten:")?;
        self.page.brief(brief_from(&opened, "## Findings still open")?, 14)?;
        let ids: Vec<String> = ["F1", "F2"].map(str::to_owned).to_vec();
        let text = scene::second_review(opened.text("/countersign")?, &ids[0], &ids[1]);
        let approved = self.follow(&opened, json!({ "text": text })).await?;
        approved.expect("/verdict", "approved")?;
        approved.expect("/resolved", json!(ids))?;
        approved.expect("/next/action", "proceed")?;
        approved.expect("/next/outcome", "approved")?;
        self.show(&approved, &["/verdict", "/resolved", "/next/action", "/next/outcome", "/next/why"])?;
        self.page.tell(
            "`proceed` is the only word that lets the host go on to the next task. Had the reviewer kept silent about \
             a finding whose lines were untouched, it would still be open.",
        )?;
        Ok(())
    }

    async fn kill_in_the_middle(&mut self) -> Result<Value, Failure> {
        self.page.step("Task 2: the server is killed in the middle of the review")?;
        let commit = self.scene.do_task_2()?;
        self.page.tell(&format!("The executor has committed task 2 ({commit}); its review is opened:"))?;
        let opened = self.call("review_task", object(json!({ "plan": PLAN, "task": "2" }))).await?;
        opened.expect("/next/action", "review")?;
        opened.expect("/pass", 1)?;
        self.show(&opened, &["/next/action", "/loop_id", "/countersign"])?;
        let pid = self.host.pid();
        self.host.kill().await?;
        self.page.line(&format!("  kill -9 {pid}"))?;
        self.page.gap()?;
        self.page.tell(
            "The server is gone in the middle of the review, and the host forgets everything it knew, as after a \
             crash or a compacted context.",
        )?;
        opened.at("/next/call").cloned().ok_or_else(|| Failure::Server("handed out no next call".to_owned()))
    }

    async fn go_on_with_a_new_server(&mut self, before: &Value) -> Result<Answer, Failure> {
        self.page.step("A new server goes on from `loop_status` alone")?;
        self.host = Host::start(&self.scene.root, Revision::Handshake).await?;
        self.page
            .tell("A new server starts; this time it is spoken to in the older revision of the protocol:")?;
        self.show_server()?;
        self.page.tell("The host knows no loop, no code and no plan; it asks where things stand:")?;
        let status = self.call("loop_status", Map::new()).await?;
        status.expect("/next/action", "review")?;
        status.expect("/next/call", before.clone())?;
        self.show(&status, &["/next/action", "/next/agent", "/next/why"])?;
        self.page.tell(
            "It is the same call with the same code as before the kill: what a tool has answered is on disk. The \
             reviewer's text goes where it would have gone:",
        )?;
        let text = scene::clean_review(status.text("/next/call/arguments/countersign")?);
        let done = self.follow(&status, json!({ "text": text })).await?;
        done.expect("/verdict", "approved")?;
        done.expect("/next/action", "proceed")?;
        self.show(&done, &["/verdict", "/next/action", "/next/outcome"])?;
        Ok(done)
    }

    async fn verify_the_phase(&mut self, done: &Answer) -> Result<Answer, Failure> {
        self.page.step("Both tasks are done. Is what the phase promised now true?")?;
        let commit = self.scene.finish_plan()?;
        self.page.tell(&format!(
            "The executor writes the plan's SUMMARY ({commit}). The last answer named the status of the phase as the \
             next call:"
        ))?;
        let status = self.follow(done, json!({})).await?;
        status.expect("/gate/open", true)?;
        self.show(&status, &["/gate", "/next/action", "/next/why"])?;
        self.page.tell("The gate is open: every task has a review that holds. Now the phase itself:")?;
        let judge = self.follow(&status, json!({})).await?;
        judge.expect("/next/action", "judge")?;
        for item in judge.list("/items") {
            let of = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default();
            self.page.field(&format!("{} {}", of("kind"), of("status")), of("label"))?;
        }
        self.show(&judge, &["/score", "/next/action", "/next/agent", "/next/why"])?;
        self.page.tell(
            "The server checked what can be checked: files, sizes, exports, the import between them, requirements, \
             reviews. A truth is more than that. It is handed to a verifier agent with this brief:",
        )?;
        self.page.brief(judge.text("/next/brief")?, 26)?;
        Ok(judge)
    }

    async fn judge(&mut self, judge: &Answer) -> Result<Answer, Failure> {
        self.page.step("A verifier judges, and must cite what it saw")?;
        let items = judge.list("/next/items");
        let [item] = items else {
            return Err(Failure::unexpected(
                "verify_phase",
                "next.items",
                "one truth to judge",
                judge.at("/next/items"),
            ));
        };
        let quote = "if (!link || isExpired(link, now)) {";
        let line = self.scene.read(SHARE)?.lines().position(|l| l.trim() == quote).map(|at| at + 1);
        let evidence = json!([{ "file": SHARE, "line": line, "text": quote }]);
        let judgements = json!([{ "item_id": item, "status": "verified", "evidence": evidence }]);
        let confirm = self.follow(judge, json!({ "judgements": judgements })).await?;
        confirm.expect("/next/action", "confirm")?;
        confirm.expect("/status", "human_needed")?;
        self.show(&confirm, &["/status", "/score", "/next/action", "/next/question", "/next/options"])?;
        self.page.tell(
            "A judgement without a place the server finds would have been refused. One item is left, and no model may \
             settle it: how something looks is for a person. `human_needed` is not `passed`.",
        )?;
        Ok(confirm)
    }

    async fn confirm(&mut self, confirm: &Answer) -> Result<(), Failure> {
        self.page.step("A person confirms, and the phase has passed")?;
        let item = confirm.at("/next/items/0");
        let confirmations = json!([{ "item_id": item, "answer": "yes", "note": "Looked at it on a phone." }]);
        let passed = self.follow(confirm, json!({ "confirmations": confirmations })).await?;
        passed.expect("/status", "passed")?;
        passed.expect("/next/action", "proceed")?;
        passed.expect("/report", format!("{PHASE}/01-VERIFICATION.md"))?;
        self.show(&passed, &["/status", "/score", "/report", "/next/action", "/next/state_words"])?;
        Ok(())
    }

    /// Checks what was written, and says where to look.
    fn look_around(&mut self) -> Result<(), Failure> {
        self.page.step("What lies in the repository now")?;
        let reports = [
            ("01-01-REVIEW-T1.md", "Links expire a thousand times too early"),
            ("01-01-REVIEW-T2.md", "**Status:** passed"),
            ("01-VERIFICATION.md", "**Status:** passed"),
        ];
        for (name, holds) in reports {
            let text = self.scene.read(&format!("{PHASE}/{name}"))?;
            if !text.contains(holds) {
                return Err(Failure::Scene(format!("{name} does not hold {holds:?}:\n{text}")));
            }
        }
        let report = self.scene.read(&format!("{PHASE}/01-VERIFICATION.md"))?;
        self.page.tell(&format!("{PHASE}/01-VERIFICATION.md begins:"))?;
        self.page.quote(&report, 16)?;
        let page = &mut self.page;
        page.line(&format!("  cd {}", self.scene.root.display()))?;
        page.line(&format!("  {PHASE}/01-01-REVIEW-T1.md   the review of task 1, both passes"))?;
        page.line(&format!("  {PHASE}/01-01-REVIEW-T2.md   the review of task 2"))?;
        page.line(&format!("  {PHASE}/01-VERIFICATION.md   the verification"))?;
        page.line(
            "  .git/countersign/                                  the event log (SQLite), never committed",
        )?;
        page.line(
            "  countersign status                                 where every loop stands, from any shell",
        )?;
        page.line("")?;
        page.line("Every step was as it should be.")?;
        Ok(())
    }
}

/// Returns the part of a brief that begins with a heading.
fn brief_from<'a>(answer: &'a Answer, heading: &str) -> Result<&'a str, Failure> {
    let path = if answer.at("/next/brief").is_some() { "/next/brief" } else { "/brief" };
    let brief = answer.text(path)?;
    brief
        .find(heading)
        .map(|at| &brief[at..])
        .ok_or_else(|| Failure::Server(format!("the brief has no part {heading:?}:\n{brief}")))
}

/// Takes the fields of an object literal.
fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}
