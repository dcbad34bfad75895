//! The gate over histories: real repositories, a real store, and what closes it (SPEC 7.6).
//!
//! `tests/gate/*.case`: a case is its name, then a line a step. Files are given by their lines: `src/cart.js = a b c`.
//!
//! ```text
//! == what the case shows
//! system countersign                 the protocol, in place of megazord's
//! commit MESSAGE :: FILE = a b c ; FILE = -      `-` removes; also `amend`, `dirty :: …` (not committed)
//! rename MESSAGE :: FROM TO
//! plan src/cart.js :: src/cart.js, src/a_test.js   what the task of that file lists
//! asks FROM => TO                    the plan's text; `inserted` puts a task before the first, `swapped` and `dropped one`
//!                                    renumber, `moved plan` calls it 01-02
//! mends phase 1 · mends branch       takes the gate's first call and approves, until it is open: each must lead on
//! keep MESSAGE                       commits what is staged
//! stage FILE = a b c                 staged, and not in the work tree; `unwatched FILE = …` git is told not to look at
//! mark NAME · reset NAME · pick NAME             names for commits
//! branch NAME · switch NAME · merge NAME · squash NAME · settle NAME :: FILE = …
//! review 1                           a review of task 1 that approves; also `document`, `execution`, `artifact PATH`,
//!                                    `free ID base head`; `noting FILE:LINE`, `blocking FILE:LINE`, `only opened` after it
//! mend                               takes the first call of the branch's closed gate, and approves
//! decide CHOICE · dissent · again    of the last loop; `again` reviews it anew
//! reports                            commits every report; `report FROM => TO` alters them
//! clone · clone 1 (shallow) · forget (the store) · damage
//! = phase 1 open · = plan closed · = branch closed       then `> text` that is said, `! text` that is not
//! ```

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use countersign::app::App;
use countersign::app::requests::Gate;
use countersign::domain::ids::Oid;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::git_cli::git;
use crate::plan_scene::PLAN;
use crate::scene::{Edit, Scene};

/// A task that nobody has begun.
const ZERO: &str = "<task type=\"auto\">\n  <name>Task 0: Lay the ground</name>\n  <files>src/ground.js</files>\n  <action>Lay it.</action>\n  <done>It lies</done>\n</task>\n";

struct Play {
    scene: Scene,
    /// Where the gate is asked: the repository, or the last clone of it.
    root: PathBuf,
    marks: BTreeMap<String, Oid>,
    last: Value,
    wrong: Vec<String>,
    said: String,
    clones: u32,
}

/// A file's text from its lines, parted by blanks; `~` stands for a blank in a line.
fn text(lines: &str) -> String {
    lines.split_whitespace().map(|line| format!("{}\n", line.replace('~', " "))).collect()
}

/// Splits `src/a.js = a b ; src/b.js = -` into paths with texts.
fn files(given: &str) -> Vec<(String, Option<String>)> {
    let each = given.split(" ; ").map(|file| {
        let (path, lines) = file.split_once('=').unwrap_or_else(|| panic!("{file}"));
        let lines = lines.trim();
        (path.trim().to_owned(), (lines != "-").then(|| text(lines)))
    });
    each.collect()
}

fn edits(files: &[(String, Option<String>)]) -> Vec<Edit<'_>> {
    files
        .iter()
        .map(|(path, text)| match text {
            Some(text) => Edit::Write(path, text.as_bytes()),
            None => Edit::Remove(path),
        })
        .collect()
}

impl Play {
    fn new() -> Self {
        let scene = Scene::new();
        let config = "{\"version\": 1, \"quality\": {\"review\": \"auto\"}}\n";
        scene.commit(
            "docs: plan the cart",
            &[
                (PLAN, &crate::plan_scene::plan()),
                (".planning/megazord.config.json", config),
                ("src/shared.js", &text("s1 s2 s3 s4 s5 s6 s7 s8 s9")),
            ],
        );
        let root = scene.root().to_owned();
        let (marks, last) = (BTreeMap::new(), Value::Null);
        Self { scene, root, marks, last, wrong: Vec::new(), said: String::new(), clones: 0 }
    }

    fn desk(&self) -> Desk {
        Desk::at(&self.root)
    }

    fn step(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (head, tail) = rest.split_once(" :: ").unwrap_or((rest, ""));
        match word {
            "system" => {
                let text = format!("protocol = \"{rest}\"\n");
                self.scene.commit("chore: choose the rules", &[("countersign.toml", &text)]);
            }
            "setting" => {
                let text = format!("[review]\n{rest}\n");
                self.scene.commit("chore: choose the rules", &[("countersign.toml", &text)]);
            }
            "commit" => drop(self.scene.edit(head, &edits(&files(tail)))),
            "amend" => drop(self.scene.amend(head, &edits(&files(tail)))),
            "reword" => drop(self.scene.amend(rest, &[])),
            "dirty" => self.dirty(rest.trim_start_matches(":: ")),
            "stage" => {
                let was = std::fs::read(self.scene.root().join(head.split(' ').next().unwrap())).ok();
                self.dirty(head);
                let path = head.split(' ').next().unwrap();
                git(self.scene.root(), &["add", "--", path]).unwrap();
                match was {
                    Some(was) => self.scene.write(path, was),
                    None => std::fs::remove_file(self.scene.root().join(path)).unwrap(),
                }
            }
            "keep" => {
                let who = ["-c", "user.name=S", "-c", "user.email=s@example.invalid"];
                git(self.scene.root(), &[&who[..], &["commit", "-q", "-m", rest][..]].concat()).unwrap();
            }
            "unwatched" => {
                let path = head.split(' ').next().unwrap();
                git(self.scene.root(), &["update-index", "--assume-unchanged", "--", path]).unwrap();
                self.dirty(head);
            }
            "submodule" => self.submodule(head),
            "rename" => {
                let (from, to) = tail.split_once(' ').unwrap();
                let text = std::fs::read(self.scene.root().join(from)).unwrap();
                self.scene.edit(head, &[Edit::Write(to, &text), Edit::Remove(from)]);
            }
            "plan" => {
                let listed = |files: &str| format!("<files>{files}</files>");
                let text = crate::plan_scene::plan().replace(&listed(head), &listed(tail));
                assert!(text.contains(&listed(tail)));
                self.scene.commit("docs: plan it anew", &[(PLAN, &text)]);
            }
            "asks" => {
                let (from, to) = rest.split_once(" => ").unwrap();
                let text = self.plan();
                assert!(text.contains(from), "{from}");
                self.scene.commit("docs: ask for something else", &[(PLAN, &text.replace(from, to))]);
            }
            "inserted" => self.renumbered(|tasks| tasks.insert(0, ZERO.to_owned())),
            "swapped" => self.renumbered(|tasks| tasks.swap(0, 1)),
            "dropped" => self.renumbered(|tasks| drop(tasks.remove(0))),
            "moved" => {
                let text = self.plan().replace("plan: 01\n", "plan: 02\n");
                let now = PLAN.replace("01-01-PLAN", "01-02-PLAN");
                self.scene.edit("docs: renumber", &[Edit::Remove(PLAN), Edit::Write(&now, text.as_bytes())]);
            }
            "mends" => self.mends(rest),
            "mark" => drop(self.marks.insert(rest.to_owned(), self.scene.open().head().unwrap())),
            "reset" => self.scene.reset(&self.marks[rest]),
            "pick" => {
                let id = self.scene.pick(&self.marks[rest]);
                self.scene.reset(&id);
            }
            "branch" => {
                self.scene.branch(rest, &self.scene.open().head().unwrap());
                self.scene.switch(rest);
            }
            "switch" => self.scene.switch(rest),
            "merge" => {
                let id = self.scene.merge(rest, &format!("Merge branch '{rest}'"));
                self.scene.reset(&id);
            }
            "squash" => drop(self.scene.squash(rest, &format!("feat: all of {rest}"))),
            "settle" => {
                let files = files(tail);
                let files: Vec<(&str, &str)> =
                    files.iter().map(|(p, t)| (p.as_str(), t.as_deref().unwrap())).collect();
                self.scene.merge_settled(head, &format!("Merge branch '{head}'"), &files);
            }
            "review" => self.review(rest),
            "again" => {
                let mut how = rest;
                if let Some(given) = rest.strip_prefix("changed ") {
                    let at = given.find(" blocking").unwrap_or(given.len());
                    self.dirty(&given[..at]);
                    how = given[at..].trim();
                }
                let opened = self.desk().again(&self.last);
                self.last = self.answered(&opened, how);
            }
            "mend" => {
                let opened = follow_first(self);
                self.last = self.answered(&opened, "");
            }
            "decide" => self.decide(rest),
            "dissent" => self.dissent(),
            "reports" => drop(self.keep("docs: the reports")),
            "report" => self.alter(rest),
            "clone" => self.clone(rest),
            "forget" => std::fs::remove_dir_all(self.root.join(".git/countersign")).unwrap(),
            "damage" => self.damage(),
            "=" => self.expect(rest),
            ">" if !self.said.contains(rest) => {
                self.wrong.push(format!("{rest:?} is not said in {}", self.said));
            }
            "!" if self.said.contains(rest) => self.wrong.push(format!("{rest:?} is said in {}", self.said)),
            ">" | "!" | "#" | "" => {}
            other => panic!("{other}"),
        }
    }

    fn plan(&self) -> String {
        std::fs::read_to_string(self.scene.root().join(PLAN)).unwrap()
    }

    /// Writes the plan with its tasks in another order, each with the number of its place.
    fn renumbered(&self, how: impl FnOnce(&mut Vec<String>)) {
        let text = self.plan();
        let (head, rest) = text.split_once("<task ").unwrap();
        let mut tasks: Vec<String> = rest
            .trim_end()
            .trim_end_matches("</tasks>")
            .split("<task ")
            .map(|task| format!("<task {}\n", task.trim_end()))
            .collect();
        how(&mut tasks);
        let number = |(n, task): (usize, &String)| {
            let (before, after) = task.split_once("Task ").unwrap();
            format!("{before}Task {}:{}", n + 1, after.split_once(':').unwrap().1)
        };
        let tasks: String = tasks.iter().enumerate().map(number).collect();
        self.scene.commit("docs: renumber", &[(PLAN, &format!("{head}{tasks}</tasks>\n"))]);
    }

    /// Takes the first call of a closed gate and approves what it opens, until the gate is open.
    fn mends(&mut self, scope: &str) {
        const MOST: usize = 6;
        let phase = scope.strip_prefix("phase ").map(str::to_owned);
        let gate = Gate { phase, ..Gate::default() };
        let mut before = String::new();
        for _ in 0..MOST {
            let answer = App::new(&self.root).gate(&gate).unwrap();
            if answer.open {
                return;
            }
            let said = answer.reasons.iter().map(|r| r.message.clone()).collect::<Vec<_>>().join("; ");
            let Some(reason) = answer.reasons.into_iter().find(|r| r.call.is_some() && said != before) else {
                before = said;
                break;
            };
            before = said;
            let call = reason.call.unwrap();
            let mut arguments = Value::Object(call.arguments.clone());
            for name in &reason.fill {
                arguments[name] = json!("it is wanted");
            }
            let led = self.desk().call(&call.tool, arguments);
            let step = match &led {
                Ok(opened) if opened["countersign"].is_string() => {
                    self.answered(opened, "");
                    continue;
                }
                Ok(other) => other["next"].to_string(),
                Err(why) => why.clone(),
            };
            self.wrong.push(format!("{scope}: {} leads to {step}", call.in_words()));
            return;
        }
        self.wrong.push(format!("{scope} stays closed: {before}"));
    }

    fn dirty(&self, given: &str) {
        for (path, text) in files(given) {
            match text {
                Some(text) => self.scene.write(&path, text),
                None => std::fs::remove_file(self.scene.root().join(path)).unwrap(),
            }
        }
    }

    /// Adds a repository inside this one, or moves the one that is there to a new commit.
    fn submodule(&self, path: &str) {
        let inside = self.scene.root().join(path);
        let there = inside.exists();
        std::fs::create_dir_all(&inside).unwrap();
        if !there {
            git(&inside, &["init", "-q"]).unwrap();
        }
        let who = ["-c", "user.name=S", "-c", "user.email=s@example.invalid"];
        let commit = ["commit", "-q", "--allow-empty", "-m", if there { "two" } else { "one" }];
        git(&inside, &[&who[..], &commit[..]].concat()).unwrap();
        if !there {
            std::fs::write(
                self.scene.root().join(".gitmodules"),
                format!("[submodule \"{path}\"]\n\tpath = {path}\n\turl = ./{path}\n"),
            )
            .unwrap();
            git(self.scene.root(), &["add", ".gitmodules", path]).unwrap();
            git(self.scene.root(), &[&who[..], &["commit", "-q", "-m", "feat: a library"]].concat()).unwrap();
        }
    }

    fn review(&mut self, rest: &str) {
        let mut words = rest.split(' ');
        let what = words.next().unwrap();
        let request = match what {
            "document" | "execution" => json!({ "plan": PLAN, "of": what }),
            "artifact" => json!({ "artifact": words.next().unwrap() }),
            "free" => {
                let id = words.next().unwrap();
                let (base, head) = (&self.marks[words.next().unwrap()], &self.marks[words.next().unwrap()]);
                json!({ "id": id, "title": id, "criteria": "It works.", "base": base.as_str(), "head": head.as_str() })
            }
            "change" => json!({ "id": words.next().unwrap(), "title": "A change", "criteria": "It works." }),
            task if task.starts_with('.') => {
                let (plan, task) = task.split_once('#').unwrap();
                json!({ "plan": plan, "task": task })
            }
            task => json!({ "plan": PLAN, "task": task }),
        };
        let opened = self.desk().review(request);
        let how: Vec<&str> = words.collect();
        self.last = self.answered(&opened, &how.join(" "));
    }

    /// Answers an open pass: approves, or with `noting`, `blocking` and a place says more.
    fn answered(&self, opened: &Value, how: &str) -> Value {
        let finding = |severity: &str, place: &str| {
            let (file, lines) = place.split_once(':').unwrap();
            let (line, end) = lines.split_once('-').unwrap_or((lines, lines));
            let (line, end): (u32, u32) = (line.parse().unwrap(), end.parse().unwrap());
            json!([{ "severity": severity, "stage": "quality", "title": "A thing to mend", "why": "it breaks",
                "suggestion": "mend it", "locations": [{ "file": file, "line": line, "end_line": end }] }])
        };
        let (verdict, findings) = match how.split_once(' ') {
            None if how == "only" => return opened.clone(),
            None => ("approved", json!([])),
            Some(("noting", place)) => ("approved_with_notes", finding("medium", place)),
            Some(("blocking", place)) => ("changes_requested", finding("critical", place)),
            Some(("only", _)) => return opened.clone(),
            Some(other) => panic!("{other:?}"),
        };
        assert!(opened["countersign"].is_string(), "no pass is open: {opened:#}");
        let mut answer = self.desk().ok(
            "record_findings",
            json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"],
                "verdict": verdict, "findings": findings, "reviewer": "the reviewer" }),
        );
        answer["loop_id"] = opened["loop_id"].clone();
        answer["code"] = opened["countersign"].clone();
        answer
    }

    fn decide(&mut self, choice: &str) {
        let status = self.desk().ok("loop_status", json!({ "loop_id": self.last["loop_id"] }));
        let turn = &status["next"]["turn"];
        // What lets work go on with findings open is a person's own choice where the repository had him asked.
        self.desk().in_person(
            json!({ "loop_id": self.last["loop_id"], "turn": turn, "choice": choice, "reason": "it is agreed",
                "decided_by": "Ada" }),
        );
    }

    fn dissent(&self) {
        self.desk().ok(
            "record_findings",
            json!({ "loop_id": self.last["loop_id"], "countersign": self.last["code"], "verdict": "changes_requested",
                "findings": [{ "severity": "critical", "stage": "quality", "title": "It breaks", "why": "it breaks",
                    "suggestion": "mend it", "locations": [{ "file": "src/cart.js", "line": 2 }] }] }),
        );
    }

    /// Commits everything that lies about.
    fn keep(&self, message: &str) -> Oid {
        let differing = self.scene.open().differing(None).unwrap().paths;
        let texts: Vec<(String, Vec<u8>)> = differing
            .iter()
            .map(|p| (p.to_string(), std::fs::read(self.scene.root().join(p.as_str())).unwrap()))
            .collect();
        let edits: Vec<Edit<'_>> = texts.iter().map(|(p, t)| Edit::Write(p, t)).collect();
        self.scene.edit(message, &edits)
    }

    fn alter(&self, rest: &str) {
        let (from, to) = rest.split_once(" => ").unwrap();
        let folder = self.scene.root().join(".planning/phases/01-cart");
        let mut altered = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            if path.to_string_lossy().contains("REVIEW") && text.contains(from) {
                match to {
                    "gone" => std::fs::remove_file(&path).unwrap(),
                    to => std::fs::write(&path, text.replace(from, to)).unwrap(),
                }
                altered += 1;
            }
        }
        assert!(altered > 0, "no report holds {from:?}");
        if to != "gone" {
            self.keep("docs: the reports");
        } else {
            git(self.scene.root(), &["commit", "-q", "-a", "-m", "docs: less"]).unwrap();
        }
    }

    fn clone(&mut self, depth: &str) {
        self.clones += 1;
        let to = self.scene.beside(&format!("clone-{}", self.clones));
        let source = format!("file://{}", self.scene.root().display());
        let mut arguments = vec!["clone", "-q"];
        if !depth.is_empty() {
            arguments.extend(["--depth", depth]);
        }
        let there = to.to_string_lossy().into_owned();
        arguments.extend([source.as_str(), there.as_str()]);
        git(self.scene.root(), &arguments).unwrap();
        self.root = to;
    }

    fn damage(&self) {
        let db = rusqlite::Connection::open(self.root.join(".git/countersign/store.db")).unwrap();
        db.execute_batch(
            "DROP TRIGGER event_is_never_changed; UPDATE event SET body = '{}' WHERE seq = 1 AND stream = (SELECT min(stream) FROM event);",
        )
        .unwrap();
    }

    /// Follows each call that a closed gate offers: it is taken, and leads to somebody who acts, not back to the gate.
    fn follow(&self, request: &Gate) -> Vec<String> {
        const ENDS: [&str; 2] = ["proceed", "stop"];
        let Ok(answer) = App::new(&self.root).gate(request) else { return Vec::new() };
        let mut astray = Vec::new();
        for reason in answer.reasons {
            // Where nothing is known at all, the caller says what is meant.
            let Some(call) = reason.call.filter(|_| !reason.fill.iter().any(|f| f == "plan")) else {
                continue;
            };
            let mut arguments = Value::Object(call.arguments.clone());
            for (name, value) in [
                ("criteria", json!("it works")),
                ("title", json!("A change")),
                ("reason", json!("it is wanted")),
                ("decided_by", json!("Ada")),
            ] {
                if reason.fill.iter().any(|f| f == name) {
                    arguments[name] = value;
                }
            }
            match self.desk().call(&call.tool, arguments) {
                Ok(answer) if ENDS.iter().any(|end| answer["next"]["action"] == *end) => {
                    let step = &answer["next"];
                    astray.push(format!("{}: {} leads to {step}", reason.message, call.in_words()));
                }
                Ok(_) => {}
                Err(why) => astray.push(format!("{}: {} is refused: {why}", reason.message, call.in_words())),
            }
        }
        astray
    }

    fn expect(&mut self, rest: &str) {
        let (scope, expected) = rest.rsplit_once(' ').unwrap();
        let request = match scope.split_once(' ') {
            Some(("phase", phase)) => Gate { phase: Some(phase.to_owned()), ..Gate::default() },
            None if scope == "plan" => Gate { plan: Some(PLAN.to_owned()), ..Gate::default() },
            None if scope == "branch" => Gate::default(),
            other => panic!("{other:?}"),
        };
        let answer = App::new(&self.root).gate(&request);
        let (is, said) = match &answer {
            Ok(answer) => {
                let reasons = answer.reasons.iter().map(|r| {
                    let call = r.call.as_ref().map(|c| format!(" [{}]", c.in_words())).unwrap_or_default();
                    format!("{}{call}", r.message)
                });
                let remarks = answer.remarks.iter().map(|r| format!("({}) {}", r.code, r.message));
                let said: Vec<String> = reasons.chain(remarks).collect();
                (if answer.open { "open" } else { "closed" }, said.join("\n    "))
            }
            Err(error) => ("refused", error.to_string()),
        };
        self.said = said;
        if is != expected {
            self.wrong.push(format!("{scope} is {is}, not {expected}: {}", self.said));
        }
        let Some(("phase", phase)) = scope.split_once(' ') else { return };
        // The tool says the same; where nothing is to be told it refuses as well.
        match (self.desk().call("loop_status", json!({ "phase": phase })), expected) {
            (Ok(status), _) if status["gate"]["open"] == (expected == "open") => {}
            (Err(_), "refused") => {}
            (other, _) => self.wrong.push(format!("loop_status: {other:?}, not {expected}")),
        }
    }
}

fn cases() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gate");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let text = format!("\n{}", std::fs::read_to_string(path).unwrap());
        for part in text.split("\n== ").skip(1) {
            let (name, rest) = part.split_once('\n').unwrap();
            cases.push((name.to_owned(), rest.to_owned()));
        }
    }
    cases
}

#[test]
fn gates_are_what_the_table_says() {
    let cases = cases();
    let only = std::env::var("GATE_CASE").ok();
    let mut wrong = Vec::new();
    let mut astray = Vec::new();
    for (name, script) in &cases {
        if only.as_ref().is_some_and(|o| !name.contains(o.as_str())) {
            continue;
        }
        let with_git = script.contains("\nclone") || script.contains("=> gone");
        if with_git && !crate::git_cli::there("gates_are_what_the_table_says") {
            continue;
        }
        let outcome = std::panic::catch_unwind(|| {
            let mut play = Play::new();
            script.lines().for_each(|line| play.step(line));
            let phase = Gate { phase: Some("1".to_owned()), ..Gate::default() };
            let led = [phase, Gate::default()].iter().flat_map(|g| play.follow(g)).collect::<Vec<_>>();
            (play.wrong, led)
        });
        match outcome {
            Ok((found, led)) => {
                wrong.extend(found.into_iter().map(|w| format!("{name}\n  {w}")));
                astray.extend(led.into_iter().map(|w| format!("{name}\n  {w}")));
            }
            Err(_) => wrong.push(format!("{name}\n  cannot be played")),
        }
    }
    assert!(cases.len() >= 40, "{} cases", cases.len());
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(astray.is_empty(), "{} calls lead astray:\n{}", astray.len(), astray.join("\n"));
}

#[test]
fn where_nothing_is_planned_the_gate_of_an_unreviewed_branch_asks_for_what_anybody_can_say() {
    let scene = Scene::new();
    scene.commit("feat: begin", &[("src/a.js", "a\n")]);
    let answer = App::new(scene.root()).gate(&Gate::default()).unwrap();
    assert!(!answer.open);
    let reason = &answer.reasons[0];
    // Nothing is uncommitted: which commits are meant only the caller knows.
    assert_eq!(reason.fill, ["id", "title", "criteria", "base"]);
    let mut arguments = Value::Object(reason.call.clone().unwrap().arguments);
    for name in &reason.fill {
        arguments[name] = json!("it is wanted");
    }
    // git's name of nothing.
    arguments["base"] = json!("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    let opened = Desk::at(scene.root()).review(arguments);
    assert!(opened["countersign"].is_string(), "{opened:#}");
}

/// The first call of the branch's closed gate, taken with what it asks for.
fn follow_first(play: &Play) -> Value {
    let answer = App::new(&play.root).gate(&Gate::default()).unwrap();
    assert!(!answer.open);
    let reason = answer.reasons.into_iter().find(|r| r.call.is_some()).unwrap();
    let call = reason.call.unwrap();
    let mut arguments = Value::Object(call.arguments);
    for name in &reason.fill {
        arguments[name] = json!("it is wanted");
    }
    play.desk().ok(&call.tool, arguments)
}

#[test]
fn a_gate_has_what_was_reviewed_on_demand_reviewed_on_demand_again() {
    let mut play = Play::new();
    play.scene.commit(
        "chore: reviews off",
        &[(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n")],
    );
    play.step("commit feat(01-01): task 1 sum :: src/cart.js = c1 c2 c3");
    let desk = play.desk();
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "on_demand": true }));
    desk.approve(&opened);
    play.step("commit fix(01-01): task 1 round :: src/cart.js = c1 c2 c4");
    let led = follow_first(&play);
    assert_eq!(led["next"]["action"], "review", "{led:#}");
    assert!(led["countersign"].is_string(), "{led:#}");
}

#[test]
fn a_gate_before_a_stopped_review_offers_to_reopen_it() {
    let mut play = Play::new();
    play.scene.commit(
        "chore: ask me",
        &[(".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"manual\"}}\n")],
    );
    play.step("commit feat(01-01): task 1 sum :: src/cart.js = c1 c2 c3");
    let desk = play.desk();
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    play.last = desk.answer(&opened, crate::desk::blocker("It breaks", "src/cart.js", 2));
    play.last["loop_id"] = opened["loop_id"].clone();
    play.decide("stop");
    let led = follow_first(&play);
    assert_eq!(
        (&led["next"]["action"], &led["next"]["call"]["tool"]),
        (&json!("review"), &json!("review_task"))
    );
}

/// Scripts go by the exit code: 0 open, 1 closed, 2 where it could not be told. Output and errors are kept apart.
#[test]
fn the_command_tells_by_its_exit_code() {
    let mut play = Play::new();
    let run = |root: &Path, arguments: &[&str]| {
        let output = crate::cli::run_with(root, &[&["gate"], arguments].concat(), b"");
        let (out, err) = (output.stdout.clone(), String::from_utf8(output.stderr.clone()).unwrap());
        (crate::cli::code(&output), String::from_utf8(out).unwrap(), err)
    };
    let root = play.root.clone();
    play.step("commit feat(01-01): task 1 sum :: src/cart.js = c1 c2 c3");
    play.step("commit feat(01-01): task 2 show :: src/checkout.js = o1 o2");
    play.step("review 1");
    let (code, out, err) = run(&root, &["--phase", "1"]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(out.starts_with("gate of phase 01-cart: closed\n"), "{out}");
    assert!(
        out.contains("- 01-01 Task 2 was never reviewed") && out.contains("  call: review_task {"),
        "{out}"
    );
    let (code, out, _) = run(&root, &["--phase", "1", "--json"]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["open"]), (1, &json!(false)), "{answer:#}");
    assert_eq!(answer["reasons"][0]["call"]["arguments"]["task"], "2", "{answer:#}");
    play.step("review 2");
    for arguments in [&["--phase", "01-cart"][..], &["--plan", PLAN], &[]] {
        let (code, out, err) = run(&root, arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments:?} {out}");
        assert!(out.contains(": open\n"), "{out}");
    }
    // What cannot be told is neither, and says why beside the output.
    let outside = play.scene.beside("outside");
    std::fs::create_dir(&outside).unwrap();
    for (root, arguments) in
        [(&root, &["--phase", "9"][..]), (&root, &["--plan", "missing-PLAN.md"]), (&outside, &[])]
    {
        let (code, out, err) = run(root, arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?} {err}");
        assert!(!err.is_empty());
    }
    let (code, _, err) = run(&root, &["--phase", "1", "--plan", PLAN]);
    assert_eq!(code, 64, "{err}");
}
