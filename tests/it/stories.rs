//! Stories of the loop: `tests/stories/<protocol>/<story>.story`. The printed steps are the specification (SPEC 4, 6).
//!
//! A story is a list of commands; the lines that begin with `>` are what the loop says, written by the test
//! (`UPDATE_EXPECT=1`) and to be read before they are committed. Adding a story is adding a file.
//!
//! ```text
//! protocol megazord mode=manual      any field of the protocol may be overridden
//! list login                         the task list of a spec, in `| ` lines: `open task ID` opens what it says
//! open task 03-01 2                  or: change ID · plan 03-01 · execution 03-01 · artifact login/design
//! precheck reject                    what the check before the reviewer finds in the passes to come, with items
//! review                             a reviewer's text in `| ` lines, read by the protocol's dialect
//! answer changes_requested           the same in short, with items; `answer spec …` is one stage of two
//!   - critical "No discount" src/a.rs:10 spec cites CART-01 why "…" category X id F1 reverses F2 closes "…"
//!   - resolved F1 "why" · ruling F1 accepted "why"
//! change src/a.rs:10 · rename src/a.rs src/z.rs · fix F1 · put-back src/a.rs 1 · put-back src/a.rs:10 1
//! respond                            items: - F1 fixed "details" · - F1 rejected "reason"
//! tests failed a b passed c · escalate "why" · unavailable "why" · stale [VERDICT] · dissent VERDICT [PASS] · decide CHOICE [attested]
//! asked "…"                          the documents ask something else when the next review is to be opened
//! pass · status                      opens the next pass · prints the step whole
//! brief                              prints what the one who mends is told
//! runs task [on_demand]              tells whether a subject of that kind is reviewed
//! ```

#![allow(clippy::unwrap_used, clippy::panic, clippy::wildcard_enum_match_arm, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use countersign::domain::brief;
use countersign::domain::dialect::{self, ReadContext, Reading};
use countersign::domain::ids::{FindingId, RepoPath};
use countersign::domain::next_step::NextStep;
use countersign::domain::plan::{self, Plan};
use countersign::domain::protocol::Protocol;
use countersign::domain::review::{
    Location, RawFinding, Resolved, Response, ResponseKind, Ruling, RulingKind, Severity, Stage, Verdict,
};
use countersign::domain::review_loop::event::{Entry, Event, Precheck, PrecheckVerdict};
use countersign::domain::review_loop::test_run::Reported;
use countersign::domain::review_loop::{LoopState, Refusal, Standing};
use countersign::domain::subject::Subject;
use expect_test::expect_file;

use crate::machine::Machine;

fn stories() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stories");
    let list = |dir: &Path| -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
        found.sort();
        found
    };
    list(&root).iter().flat_map(|d| list(d)).collect()
}

#[test]
fn every_cell_that_rules_a_step_has_its_story() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let table = fs::read_to_string(root.join("stories.md")).unwrap();
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = table.lines().filter(|line| line.starts_with('|'));
    let protocols = cells(lines.next().unwrap());
    assert_eq!(protocols[1..], ["megazord", "yolo", "gsd", "ralph", "bazinga", "countersign"]);
    let rows: Vec<Vec<String>> = lines.skip(1).map(cells).collect();
    assert_eq!(rows.len(), 11, "the rows of SPEC 4 that rule a step");
    for row in &rows {
        assert_eq!(row.len(), protocols.len(), "{row:?}");
        for (protocol, cell) in protocols.iter().zip(row).skip(1) {
            let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            assert!(!names.is_empty(), "{}: nothing tells the rule of {protocol}", row[0]);
            for name in names {
                let story = root.join("stories").join(protocol).join(format!("{name}.story"));
                let told = fs::read_to_string(&story);
                let told = told.unwrap_or_else(|_| panic!("{}: no story {}", row[0], story.display()));
                assert!(told.lines().any(|line| line.starts_with('>')), "{} prints nothing", story.display());
            }
        }
    }
}

#[test]
fn every_story_goes_as_it_is_told() {
    let stories = stories();
    assert!(stories.len() >= 3, "{} stories", stories.len());
    for path in stories {
        let text = fs::read_to_string(&path).unwrap();
        expect_file![&path].assert_eq(&Teller::tell(&text, &path));
    }
}

/// Returns what every story records, each loop by the file that tells it.
pub(crate) fn recorded() -> Vec<(PathBuf, Vec<Entry>)> {
    let each = stories().into_iter().map(|path| {
        let teller = Teller::of(&fs::read_to_string(&path).unwrap(), &path);
        (path, teller.machine.map(|machine| machine.entries).unwrap_or_default())
    });
    each.collect()
}

/// Plays a story and writes it down anew, with what the loop says.
struct Teller {
    protocol: Option<Protocol>,
    machine: Option<Machine>,
    list: Option<Plan>,
    told: String,
}

impl Teller {
    fn tell(text: &str, path: &Path) -> String {
        Teller::of(text, path).told
    }

    fn of(text: &str, path: &Path) -> Teller {
        let mut teller = Teller { protocol: None, machine: None, list: None, told: String::new() };
        let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with('>')).collect();
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at];
            teller.told.push_str(line);
            teller.told.push('\n');
            at += 1;
            let mut items = Vec::new();
            while at < lines.len() && (lines[at].starts_with("  - ") || lines[at].starts_with('|')) {
                items.push(lines[at]);
                teller.told.push_str(lines[at]);
                teller.told.push('\n');
                at += 1;
            }
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let words = words(line);
            let refused = teller.play(&words, &items, path).err();
            if let Some(refusal) = refused {
                teller.say(&format!("refused: {refusal}"));
            }
        }
        teller
    }

    fn say(&mut self, line: &str) {
        for line in line.lines() {
            self.told.push_str(format!("> {line}").trim_end());
            self.told.push('\n');
        }
    }

    fn machine(&mut self) -> &mut Machine {
        self.machine.as_mut().unwrap_or_else(|| panic!("the story opens nothing:\n{}", self.told))
    }

    fn play(&mut self, words: &[String], items: &[&str], path: &Path) -> Result<(), Refusal> {
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        match word(0) {
            "protocol" => {
                self.protocol = Some(protocol(word(1), &words[2..]));
                return Ok(());
            }
            "runs" => {
                let protocol = self.protocol.clone().unwrap();
                let kind = serde_json::from_value(word(1).into()).unwrap();
                let runs = protocol.runs(kind, word(2) == "on_demand");
                self.say(if runs { "reviewed" } else { "not reviewed" });
                return Ok(());
            }
            "list" => {
                let path = RepoPath::parse(&format!("specs/{}/tasks.md", word(1))).unwrap();
                let list = plan::read(&path, &lines_of(items)).unwrap();
                self.say(&listed(&list));
                self.list = Some(list);
                return Ok(());
            }
            "open" => {
                let protocol = self.protocol.clone().unwrap();
                let subject = match &self.list {
                    Some(list) => of_list(list, word(2)),
                    None => subject(&words[1..]),
                };
                self.machine = Some(Machine::open(protocol, subject));
            }
            "pass" => self.machine().open_pass()?,
            "precheck" => {
                self.machine().set_precheck(precheck(word(1), items));
                return Ok(());
            }
            "review" => {
                let text = lines_of(items);
                let machine = self.waiting()?;
                let prefers = machine.state.protocol.dialect.clone();
                let context = ReadContext { prefers: Some(&prefers), ..ReadContext::default() };
                let reading = dialect::read(&text, &context);
                machine.answered(reading, None)?;
                self.judged();
            }
            "answer" => {
                let stage = match word(1) {
                    "spec" => Some(Stage::Spec),
                    "quality" => Some(Stage::Quality),
                    _ => None,
                };
                let verdict = verdict(word(if stage.is_some() { 2 } else { 1 }));
                self.waiting()?.answered(reading(verdict, items), stage)?;
                self.judged();
            }
            "dissent" => {
                let said = reading(verdict(word(1)), items);
                match word(2).parse() {
                    Ok(pass) => self.machine().dissent_to(pass, &said)?,
                    Err(_) => self.machine().dissent(&said)?,
                }
                self.judged();
            }
            "rejected-by-precheck" => {
                let refused = Reading {
                    claimed_verdict: Verdict::ChangesRequested,
                    parsed: true,
                    ..Reading::nothing("precheck")
                };
                self.waiting()?.answered(refused, None)?;
                self.judged();
            }
            "stale" => {
                let said = match word(1) {
                    "" => Reading::nothing("prose"),
                    said => reading(verdict(said), items),
                };
                self.waiting()?.stale(&said)?;
            }
            "unavailable" => {
                self.waiting()?.unavailable(word(1))?;
                if let Some(Event::ReviewerUnavailable { judgement: Some(_), .. }) =
                    self.machine().entries.last().map(|e| e.event.clone())
                {
                    self.judged();
                }
            }
            "change" => {
                let (file, line) = word(1).rsplit_once(':').unwrap();
                let line = line.parse().unwrap();
                self.machine().touch(file, line);
                return Ok(());
            }
            "rename" => {
                self.machine().rename(word(1), word(2));
                return Ok(());
            }
            "fix" => {
                for id in &words[1..] {
                    let place = self.machine().state.finding(id).and_then(|f| f.said.place().cloned());
                    let place = place.unwrap_or_else(|| panic!("{id} has no place"));
                    self.machine().touch(&place.file, place.line.unwrap_or(1));
                }
                return Ok(());
            }
            "put-back" => {
                let pass = word(2).parse().unwrap();
                match word(1).rsplit_once(':') {
                    Some((file, line)) => self.machine().put_line_back(file, line.parse().unwrap(), pass),
                    None => self.machine().put_back(word(1), pass),
                }
                return Ok(());
            }
            "respond" => {
                let responses: Vec<Response> = items.iter().map(|i| response(i)).collect();
                for why in self.machine().respond(&responses)? {
                    self.say(&format!("not taken: {why}"));
                }
            }
            "asked" => self.machine().asked(word(1))?,
            "escalate" => self.machine().escalate(word(1))?,
            "tests" => {
                let split = words.iter().position(|w| w == "passed").unwrap_or(words.len());
                let failed = words[1..split].iter().filter(|w| *w != "failed").cloned().collect();
                let passed = words.get(split + 1..).map(<[String]>::to_vec).unwrap_or_default();
                self.machine().tests(&Reported { failed, passed, total: None, command: None, work: None })?;
                if let Some(Event::TestsRecorded { run, .. }) =
                    self.machine().entries.last().map(|e| e.event.clone())
                {
                    let progress =
                        run.progress.map_or("first run", |p| if p { "progress" } else { "no progress" });
                    self.say(&format!(
                        "{} failing, {} fixed, {} new, {} not run: {progress}",
                        run.failing.len(),
                        run.fixed.len(),
                        run.new.len(),
                        run.not_run.len()
                    ));
                }
            }
            "decide" if word(2) == "attested" => self.machine().decide_as(word(1), "attested")?,
            "decide" => self.machine().decide(word(1))?,
            "status" => {
                let whole = whole(&self.machine().next());
                self.say(&whole);
                return Ok(());
            }
            "brief" => {
                let machine = self.machine();
                let text =
                    brief::fix(&machine.state, &machine.next(), "9f3a1c", brief::Upstream::default()).text;
                self.say(&text);
                return Ok(());
            }
            other => panic!("{}: no such command: {other}", path.display()),
        }
        let line = step(self.machine());
        self.say(&line);
        let machine = self.machine();
        assert_eq!(LoopState::fold(&machine.entries), Some(machine.state.clone()), "replay differs");
        Ok(())
    }

    /// Returns the machine with a pass open.
    fn waiting(&mut self) -> Result<&mut Machine, Refusal> {
        let machine = self.machine();
        if machine.state.standing != Standing::Review {
            machine.open_pass()?;
        }
        Ok(machine)
    }

    /// Says what the last answer was held to be.
    fn judged(&mut self) {
        let entry = self.machine().entries.last().unwrap().event.clone();
        let said = match entry {
            Event::ReviewRecorded { pass, judgement, .. }
            | Event::DissentRecorded { pass, judgement, .. } => (pass, *judgement),
            Event::ReviewerUnavailable { pass, judgement: Some(judgement), .. } => (pass, *judgement),
            Event::StageRecorded { pass, stage, .. } => {
                self.say(&format!("pass {pass}: {} stage recorded", stage.as_str()));
                return;
            }
            Event::ClarificationAsked { pass, question, .. } => {
                self.say(&format!("pass {pass}: asked: {question}"));
                return;
            }
            other => panic!("not an answer: {other:?}"),
        };
        let (pass, judgement) = said;
        let mut line = format!("pass {pass}: {}", judgement.verdict.as_str());
        if judgement.claimed != judgement.verdict {
            line.push_str(&format!(" (said {})", judgement.claimed.as_str()));
        }
        for (name, ids) in [
            ("resolved", judgement.resolved.iter().map(|r| r.id.clone()).collect::<Vec<_>>()),
            ("still open", judgement.still_open.iter().map(ToString::to_string).collect()),
        ] {
            if !ids.is_empty() {
                line.push_str(&format!("; {name} {}", ids.join(" ")));
            }
        }
        if let Some(progress) = judgement.progress {
            line.push_str(if progress { "; progress" } else { "; no progress" });
        }
        if judgement.uncounted {
            line.push_str("; not counted");
        }
        let codes: Vec<&str> = judgement.remarks.iter().map(|r| r.code.as_str()).collect();
        if !codes.is_empty() {
            line.push_str(&format!(" [{}]", codes.join(" ")));
        }
        self.say(&line);
    }
}

/// The text in `| ` lines.
fn lines_of(items: &[&str]) -> String {
    let bare = |l: &&str| format!("{}\n", l.trim_start_matches('|').strip_prefix(' ').unwrap_or(""));
    items.iter().map(bare).collect()
}

/// What was read of a task list.
fn listed(list: &Plan) -> String {
    let mut text = String::new();
    for task in &list.tasks {
        let tick = if task.ticked == Some(true) { "x" } else { " " };
        text.push_str(&format!("[{tick}] {} {}: {}", task.number, task.name, task.files.join(", ")));
        for (label, value) in
            [("mends ", &task.fix_of), ("commit ", &task.commit), ("done when ", &task.done)]
        {
            if let Some(value) = value {
                text.push_str(&format!("; {label}{value}"));
            }
        }
        text.push('\n');
    }
    for remark in &list.remarks {
        text.push_str(&format!("{} {}: {}\n", remark.line, remark.code, remark.message));
    }
    text
}

fn of_list(list: &Plan, number: &str) -> Subject {
    let task = list.task(number).unwrap_or_else(|| panic!("no task {number}"));
    Subject::Task {
        plan_path: list.path.clone(),
        phase: list.phase.clone().unwrap(),
        plan: list.plan.clone().unwrap(),
        stem: list.stem.clone(),
        task: task.number.clone(),
        title: task.name.clone(),
        files: task.files.clone(),
        branch: Some("main".to_owned()),
        fix_of: task.fix_of.clone(),
    }
}

/// The step in a line or two.
fn step(machine: &Machine) -> String {
    let next = machine.next();
    if matches!(next.action, countersign::domain::next_step::Action::Fix) {
        assert!(!next.findings.is_empty(), "a fix of nothing");
    }
    let name = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_owned();
    let mut line = format!(
        "{} by {}",
        name(&serde_json::to_value(next.action).unwrap()),
        name(&serde_json::to_value(next.who).unwrap())
    );
    for (label, value) in [
        ("", &next.agent),
        ("tier", &next.tier),
        ("reason", &next.reason),
        ("commit", &next.commit),
        ("outcome", &next.outcome),
        ("then", &next.next),
    ] {
        if let Some(value) = value {
            line.push_str(&format!(", {label}{}{value}", if label.is_empty() { "" } else { " " }));
        }
    }
    for (label, list) in
        [("options", &next.options), ("files", &next.files), ("added", &next.added), ("tests", &next.tests)]
    {
        if !list.is_empty() {
            line.push_str(&format!(", {label} {}", list.join(" ")));
        }
    }
    let findings: Vec<String> = next
        .findings
        .iter()
        .map(|f| {
            let word = machine
                .state
                .finding(&f.id)
                .map_or_else(String::new, |k| machine.state.protocol.word_of(&k.said).to_owned());
            let marks = if f.marks.is_empty() { String::new() } else { format!(" ({})", f.marks.join(", ")) };
            format!("{}{} {word}: {}{marks}", f.id, if f.blocking { "!" } else { "" }, f.in_words())
        })
        .collect();
    let mut text = format!("-> {line}; {}", next.call.tool);
    for finding in findings {
        text.push_str(&format!("\n   {finding}"));
    }
    text
}

/// The step with all its words.
fn whole(next: &NextStep) -> String {
    let mut text = format!("why: {}", next.why);
    for (label, value) in
        [("question", &next.question), ("summary", &next.summary_section), ("fix", &next.fix)]
    {
        if let Some(value) = value {
            text.push_str(&format!("\n{label}: {value}"));
        }
    }
    for warning in &next.warnings {
        text.push_str(&format!("\nwarning: {warning}"));
    }
    text
}

/// Splits at blanks, keeping quoted texts together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in line.split('"').enumerate() {
        if n % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn protocol(name: &str, overrides: &[String]) -> Protocol {
    let protocol = Protocol::named(name).unwrap_or_else(|| panic!("no protocol {name}"));
    let mut value = serde_json::to_value(protocol).unwrap();
    for pair in overrides {
        let (key, given) = pair.split_once('=').unwrap();
        assert!(value.get(key).is_some(), "no field {key}");
        value[key] = serde_json::from_str(given).unwrap_or_else(|_| given.into());
    }
    serde_json::from_value(value).unwrap()
}

fn subject(words: &[String]) -> Subject {
    let files = vec!["src/a.rs".to_owned(), "src/b.rs".to_owned()];
    let branch = Some("main".to_owned());
    let plan_path =
        |stem: &str| RepoPath::parse(&format!(".planning/phases/03-cart/{stem}-PLAN.md")).unwrap();
    let stem = words[1].clone();
    let phase = "03-cart".to_owned();
    let title = "Sum the cart".to_owned();
    match words[0].as_str() {
        "task" if words.len() > 2 => Subject::Task {
            plan_path: plan_path(&stem),
            phase,
            plan: "01".to_owned(),
            task: words[2].clone(),
            title,
            files,
            branch,
            stem,
            fix_of: None,
        },
        // A task of a spec lives beside its documents.
        "task" => Subject::Task {
            plan_path: RepoPath::parse("specs/login/tasks.md").unwrap(),
            phase: "login".to_owned(),
            plan: "tasks".to_owned(),
            stem: "tasks".to_owned(),
            task: words[1].clone(),
            title,
            files,
            branch,
            fix_of: None,
        },
        "change" => Subject::Change { id: stem, title, files, branch },
        "plan" => {
            Subject::Plan { plan_path: plan_path(&stem), phase, plan: "01".to_owned(), title, branch, stem }
        }
        "execution" => Subject::Execution {
            plan_path: plan_path(&stem),
            phase,
            plan: "01".to_owned(),
            title,
            files,
            branch,
            stem,
        },
        "artifact" => {
            let (spec, artifact) = stem.split_once('/').unwrap();
            Subject::Artifact {
                path: RepoPath::parse(&format!("specs/{spec}/{artifact}.md")).unwrap(),
                artifact: artifact.to_owned(),
                spec: spec.to_owned(),
                branch,
            }
        }
        other => panic!("no such subject: {other}"),
    }
}

fn verdict(word: &str) -> Verdict {
    serde_json::from_value(word.into()).unwrap_or_else(|_| panic!("no verdict {word:?}"))
}

fn reading(claimed_verdict: Verdict, items: &[&str]) -> Reading {
    let mut reading = Reading { claimed_verdict, parsed: true, ..Reading::nothing("structured") };
    for item in items {
        let words = words(item.trim().trim_start_matches("- "));
        match words[0].as_str() {
            "resolved" => {
                reading.resolved.push(Resolved { id: words[1].clone(), reason: words.get(2).cloned() });
            }
            "ruling" => reading.rulings.push(Ruling {
                finding_id: words[1].clone(),
                ruling: if words[2] == "accepted" { RulingKind::Accepted } else { RulingKind::Overruled },
                reason: words.get(3).cloned(),
            }),
            "about" => reading.about = Some(words[1].clone()),
            _ => reading.findings.push(finding(&words)),
        }
    }
    reading
}

fn finding(words: &[String]) -> RawFinding {
    let severity: Severity = serde_json::from_value(words[0].as_str().into())
        .unwrap_or_else(|_| panic!("no severity {:?}", words[0]));
    let mut finding = RawFinding::new(severity, words[1].clone());
    let mut rest = words[2..].iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().cloned();
        match word.as_str() {
            "spec" => finding.stage = Some(Stage::Spec),
            "quality" => finding.stage = Some(Stage::Quality),
            "cites" => finding.requirement = value(),
            "why" => finding.why = value(),
            "category" => finding.category = value(),
            "id" => finding.repeats = value(),
            "said" => finding.reported_id = value(),
            "reverses" => finding.reverses = value(),
            "closes" => finding.closed_when = value(),
            "architectural" => finding.architectural = true,
            place => {
                let (file, line) = place.rsplit_once(':').map_or((place, None), |(f, l)| (f, l.parse().ok()));
                finding.locations.push(Location { file: file.to_owned(), line, end_line: None });
            }
        }
    }
    finding
}

fn precheck(word: &str, items: &[&str]) -> Option<Precheck> {
    let verdict = match word {
        "none" => return None,
        "approve" => PrecheckVerdict::Approve,
        "conditional" => PrecheckVerdict::Conditional,
        "reject" => PrecheckVerdict::Reject,
        other => panic!("no such pre-check: {other}"),
    };
    let findings = items.iter().map(|i| finding(&words(i.trim().trim_start_matches("- ")))).collect();
    Some(Precheck { verdict, findings })
}

fn response(item: &str) -> Response {
    let words = words(item.trim().trim_start_matches("- "));
    let kind: ResponseKind = serde_json::from_value(words[1].as_str().into()).unwrap();
    let text = words.get(2).cloned();
    let fixed = kind == ResponseKind::Fixed;
    Response {
        finding_id: FindingId::new(words[0].clone()),
        response: kind,
        details: text.clone().filter(|_| fixed),
        reason: text.filter(|_| !fixed),
        reason_kind: None,
        commit: None,
        tech_debt_id: None,
    }
}
