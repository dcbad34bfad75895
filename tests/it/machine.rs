//! The pure loop, driven without a repository: a world of files whose lines are touched, and the events they lead to.
//!
//! Stories and property tests share it. What the edge would do with git is done here by hand: a pass pins the
//! world, the change since the last answered pass is the lines touched since.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, clippy::panic, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};

use countersign::domain::attested::Attested;
use countersign::domain::closed_when::Facts;
use countersign::domain::dialect::Reading;
use countersign::domain::diff::{ChangeKind, Changed, Diff, DiffLine, FileChange, Hunk, Origin};
use countersign::domain::finding::Grounding;
use countersign::domain::ids::{Countersign, LoopId, Oid, RepoPath, Timestamp};
use countersign::domain::next_step::NextStep;
use countersign::domain::phase::FileFact;
use countersign::domain::protocol::Protocol;
use countersign::domain::review::{Response, Stage};
use countersign::domain::review_loop::admit::refuse_response;
use countersign::domain::review_loop::event::{Answer, Claim, Entry, Patience, Precheck};
use countersign::domain::review_loop::judge::{Closed, REGION_CHANGED};
use countersign::domain::review_loop::next::{Surroundings, next_step};
use countersign::domain::review_loop::state::PassRecord;
use countersign::domain::review_loop::test_run::{Reported, compare};
use countersign::domain::review_loop::{
    Event, Evidence, LoopState, PassReason, Refusal, Standing, admit, contract, course, judge, stages,
};
use countersign::domain::subject::{Contract, PinnedChange, PinnedFile, Subject};
use countersign::domain::{claim, review::ResponseKind};

/// The files of the world, by path: each line's version, and how often the file as a whole was put back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct World {
    files: BTreeMap<String, BTreeMap<u32, u32>>,
    added: Vec<String>,
    /// The name under which a file stood before the work began, by its present one.
    renamed: BTreeMap<String, String>,
}

impl World {
    fn touch(&mut self, path: &str, line: u32) {
        *self.files.entry(path.to_owned()).or_default().entry(line).or_insert(0) += 1;
    }

    fn rename(&mut self, old: &str, new: &str) {
        if self.files.contains_key(new) || self.renamed.values().any(|first| first == new) {
            return;
        }
        let Some(lines) = self.files.remove(old) else { return };
        self.files.insert(new.to_owned(), lines);
        if let Some(at) = self.added.iter().position(|added| added == old) {
            self.added[at] = new.to_owned();
        } else {
            let first = self.renamed.remove(old).unwrap_or_else(|| old.to_owned());
            self.renamed.insert(new.to_owned(), first);
        }
    }

    fn blob(&self, path: &str) -> Oid {
        let text = format!("{:?}", self.files.get(path));
        Oid::new(&blake3::hash(text.as_bytes()).to_hex()[..40])
    }

    fn pinned(&self) -> PinnedChange {
        let files = self.files.keys().map(|path| PinnedFile {
            path: RepoPath::parse(path).unwrap(),
            old_path: self.renamed.get(path).map(|old| RepoPath::parse(old).unwrap()),
            blob: Some(self.blob(path)),
            added: self.added.contains(path),
            mode: None,
        });
        let all = format!("{:?}{:?}", self.files, self.renamed);
        PinnedChange {
            base: Some(Oid::new("b".repeat(40))),
            head: Oid::new(&blake3::hash(all.as_bytes()).to_hex()[..40]),
            commits: Vec::new(),
            files: files.collect(),
            insertions: 1,
            deletions: 0,
            found: countersign::domain::subject::Found::Commits,
            renamed: Vec::new(),
            tip: None,
            snapshot: None,
            proof: Vec::new(),
        }
    }

    /// What stands in the files: `10: version 1` for line 10, touched once.
    fn facts(&self) -> BTreeMap<RepoPath, FileFact> {
        let text = |lines: &BTreeMap<u32, u32>| {
            lines.iter().map(|(n, version)| format!("{n}: version {version}\n")).collect::<String>()
        };
        let fact =
            |(path, lines): (&String, _)| (RepoPath::parse(path).unwrap(), FileFact::of_text(text(lines)));
        self.files.iter().map(fact).collect()
    }

    /// The lines whose version differs, each a hunk of its own.
    fn since(&self, before: &World) -> Diff {
        let mut files = Vec::new();
        for (path, lines) in &self.files {
            let old = before.files.get(path).cloned().unwrap_or_default();
            let mut all: Vec<u32> = lines.keys().chain(old.keys()).copied().collect();
            all.sort_unstable();
            all.dedup();
            let hunks: Vec<Hunk> = all
                .into_iter()
                .filter(|n| old.get(n) != lines.get(n))
                .map(|n| Hunk {
                    old_start: n,
                    old_lines: 1,
                    new_start: n,
                    new_lines: 1,
                    lines: vec![
                        DiffLine { origin: Origin::Removed, text: format!("let v = {:?};", old.get(&n)) },
                        DiffLine { origin: Origin::Added, text: format!("let v = {:?};", lines.get(&n)) },
                    ],
                })
                .collect();
            if !hunks.is_empty() {
                let mut file = FileChange::new(RepoPath::parse(path).unwrap(), ChangeKind::Modified);
                file.hunks = hunks;
                files.push(file);
            }
        }
        Diff { files }
    }
}

/// A loop and the world it is about.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    pub(crate) state: LoopState,
    pub(crate) entries: Vec<Entry>,
    world: World,
    /// The world as each pass saw it.
    seen: BTreeMap<u32, World>,
    precheck: Option<Precheck>,
    codes: u32,
    /// What each judgement was made with, in order.
    pub(crate) judged: Vec<Evidence>,
}

impl Machine {
    /// Opens a loop under a protocol.
    pub(crate) fn open(protocol: Protocol, subject: Subject) -> Machine {
        Machine::open_after(protocol, subject, 0, 0)
    }

    /// Opens a loop that goes on where another was given up: so many passes count, and so many choices led back.
    pub(crate) fn open_after(
        protocol: Protocol,
        subject: Subject,
        passes_before: u32,
        turned_before: u32,
    ) -> Machine {
        let mut world = World::default();
        match subject.document() {
            Some(path) => world.touch(path.as_str(), 1),
            None => {
                world.touch("src/a.rs", 1);
                world.touch("src/b.rs", 1);
                world.touch("src/new.rs", 1);
                world.added.push("src/new.rs".to_owned());
            }
        }
        let opened = Event::Opened {
            loop_id: LoopId::new("rl-story"),
            contract: Contract::new("what was asked".to_owned(), Vec::new(), Vec::new()),
            subject,
            protocol: Box::new(protocol),
            predecessor: None,
            on_demand: false,
            explicit_base: false,
            only: Vec::new(),
            notes: Vec::new(),
            carried: Vec::new(),
            passes_before,
            turned_before,
            patience_before: Patience::default(),
            executed_before: Vec::new(),
            base: None,
        };
        let entry = Entry { turn: 1, at: Timestamp(1), event: opened, hash: "h1".to_owned() };
        let state = LoopState::fold([&entry]).unwrap();
        let entries = vec![entry];
        Machine { state, entries, world, seen: BTreeMap::new(), precheck: None, codes: 0, judged: Vec::new() }
    }

    /// Admits an event and applies it.
    pub(crate) fn put(&mut self, event: Event) -> Result<(), Refusal> {
        admit(&self.state, &event)?;
        // What is stored is what replay reads back.
        let stored = serde_json::to_string(&event).unwrap();
        let event: Event = serde_json::from_str(&stored).unwrap();
        let turn = self.state.turn + 1;
        let entry =
            Entry { turn, at: Timestamp(i64::try_from(turn).unwrap()), event, hash: format!("h{turn}") };
        self.state.apply(&entry);
        self.entries.push(entry);
        Ok(())
    }

    /// Admits an event that was judged, and keeps what it was judged with.
    fn put_judged(&mut self, event: Event, evidence: Evidence) -> Result<(), Refusal> {
        self.put(event)?;
        self.judged.push(evidence);
        Ok(())
    }

    pub(crate) fn next(&self) -> NextStep {
        next_step(&self.state, Surroundings { may_amend: true, settled: false })
    }

    /// An agent was let go with its step undone.
    pub(crate) fn let_go(&mut self) -> Result<(), Refusal> {
        let by = Attested { session: "s".to_owned(), agent: Some("a".to_owned()), kind: None };
        let (pass, role) = (self.state.pass().map_or(0, |p| p.number), "reviewer".to_owned());
        self.put(Event::LetGo { pass, by, role, why: "it ended".to_owned(), times: 2 })
    }

    /// Changes a line.
    pub(crate) fn touch(&mut self, path: &str, line: u32) {
        self.world.touch(path, line);
    }

    /// Gives a file another name.
    pub(crate) fn rename(&mut self, old: &str, new: &str) {
        self.world.rename(old, new);
    }

    /// Puts a line back to what a pass saw.
    pub(crate) fn put_line_back(&mut self, path: &str, line: u32, pass: u32) {
        let then = self.seen.get(&pass).and_then(|w| w.files.get(path)).and_then(|f| f.get(&line)).copied();
        let now = self.world.files.entry(path.to_owned()).or_default();
        match then {
            Some(version) => now.insert(line, version),
            None => now.remove(&line),
        };
    }

    /// Puts a file back to what a pass saw.
    pub(crate) fn put_back(&mut self, path: &str, pass: u32) {
        let then = self.seen.get(&pass).and_then(|w| w.files.get(path)).cloned().unwrap_or_default();
        self.world.files.insert(path.to_owned(), then);
    }

    /// Sets what the check before the reviewer finds from now on.
    pub(crate) fn set_precheck(&mut self, precheck: Option<Precheck>) {
        self.precheck = precheck;
    }

    fn code(&mut self) -> Countersign {
        self.codes += 1;
        Countersign::new(format!("cs-{}-{:06}", self.state.next_pass(), self.codes))
    }

    /// Opens the next pass as `review_task` would.
    pub(crate) fn open_pass(&mut self) -> Result<(), Refusal> {
        let change = self.world.pinned();
        let reason = match &self.state.standing {
            Standing::NextReview(reason) => *reason,
            Standing::Review => PassReason::Stale,
            Standing::Unreviewed { .. } => self.state.pass().map_or(PassReason::First, |p| p.reason),
            Standing::Fix
            | Standing::Reexecute
            | Standing::Retest
            | Standing::Ask(_)
            | Standing::Closed(_) => PassReason::ReReview,
        };
        let unchanged = self.state.looked().is_some_and(|p| p.change.same_content(&change));
        let pass = self.state.next_pass();
        let event = Event::PassOpened {
            pass,
            reason,
            countersign: self.code(),
            change,
            precheck: self.precheck.clone(),
            brief: String::new(),
            truncated: Vec::new(),
            rest: None,
            unchanged,
            head_given: false,
            claims: Vec::new(),
            given: None,
        };
        self.put(event)?;
        self.seen.insert(pass, self.world.clone());
        Ok(())
    }

    fn since(&self, number: u32) -> Diff {
        let beside = self.state.answered().is_some_and(|p| p.number == number);
        let Some(last) = self.state.looked().filter(|_| !beside) else { return Diff::default() };
        let before = self.seen.get(&last.number).cloned().unwrap_or_default();
        self.seen.get(&number).map(|now| now.since(&before)).unwrap_or_default()
    }

    /// The tree that the last review looked at, and the change since each other one in which findings stand.
    fn trees(&self, number: u32) -> (Option<Oid>, Vec<(Oid, Changed)>) {
        let head = |number: u32| {
            let pass = self.state.passes.iter().find(|p| p.number == number);
            pass.map(|p| p.change.head.clone())
        };
        let beside = self.state.answered().is_some_and(|p| p.number == number);
        let last = self.state.looked().filter(|_| !beside).map_or(number, |p| p.number);
        let others = self.state.passes.iter().map(|p| p.number).filter(|n| *n != last && *n != number);
        let since = |n: u32| Some((head(n)?, self.seen[&number].since(self.seen.get(&n)?).into()));
        (head(last), others.filter_map(since).collect())
    }

    /// The change since each answered pass before the last one.
    fn earlier(&self, number: u32) -> Vec<(u32, Diff)> {
        let last = self.state.looked().map_or(0, |p| p.number).min(number);
        let answered = self.state.passes.iter().rev().filter(|p| p.answer.is_some() && p.number < last);
        answered.map(|p| (p.number, self.seen[&number].since(&self.seen[&p.number]))).collect()
    }

    /// The change since the trees in which findings were last open that silence closed.
    fn closed(&self, number: u32) -> Vec<(u32, Diff)> {
        let closed = self.state.findings.iter().filter(|f| f.resolved_by.as_deref() == Some(REGION_CHANGED));
        let passes: BTreeSet<u32> =
            closed.filter_map(|f| self.state.last_open(&f.id)).map(|(p, _)| p.number).collect();
        passes.into_iter().map(|open| (open, self.seen[&number].since(&self.seen[&open]))).collect()
    }

    fn evidence(&self, reading: &Reading, number: u32) -> Evidence {
        let grounding = |f: &countersign::domain::review::RawFinding| {
            if f.locations.is_empty() { Grounding::Unlocated } else { Grounding::InDiff }
        };
        let (base, trees) = self.trees(number);
        Evidence {
            closed: self
                .closed(number)
                .into_iter()
                .map(|(open, diff)| Closed::by_silence(open, diff.into()))
                .collect(),
            spread: Vec::new(),
            base,
            forgotten: false,
            trees,
            since: self.since(number).into(),
            earlier: self.earlier(number),
            facts: Facts {
                files: self.seen.get(&number).map(World::facts).unwrap_or_default(),
                ..Facts::default()
            },
            patches: Vec::new(),
            groundings: reading.findings.iter().map(grounding).collect(),
            fix_tasks: 0,
            by: None,
        }
    }

    fn answer(reading: &Reading, raw: &str) -> Answer {
        Answer {
            raw: raw.to_owned(),
            digest: blake3::hash(format!("{raw}{reading:?}").as_bytes()).to_hex().to_string(),
            reading: reading.clone(),
            reviewer: None,
            by: None,
            unsigned: false,
        }
    }

    /// Records an answer to the open pass as `record_findings` would.
    pub(crate) fn answered(&mut self, reading: Reading, stage: Option<Stage>) -> Result<(), Refusal> {
        let Some(pass) = self.state.pass().filter(|_| self.state.standing == Standing::Review).cloned()
        else {
            return Err(Refusal::NotOpen { waits_for: "nothing of the kind" });
        };
        let reading = stage.map_or(reading.clone(), |s| stages::of_stage(reading, s));
        let code = pass.countersign.clone();
        if let Some(stage) = stage.filter(|stage| pass.stages.iter().all(|(s, _)| s == stage)) {
            let answer = Machine::answer(&reading, "");
            let whole = stages::with(&pass.stages, stage, &answer);
            let evidence = self.evidence(&whole, pass.number);
            let raised = judge::of_stale(&self.state, &pass, &whole, &evidence);
            let event = Event::StageRecorded { pass: pass.number, code, stage, answer, absent: None, raised };
            return self.put_judged(event, evidence);
        }
        let reading = match stages::so_far(&pass.stages) {
            Some(came) => stages::join(&came, reading),
            None => reading,
        };
        let evidence = self.evidence(&reading, pass.number);
        let judgement = judge::judge(&self.state, &pass, &reading, &evidence);
        let answer = Machine::answer(&reading, "");
        let event = match judgement.ask.clone() {
            Some(question) => Event::ClarificationAsked {
                pass: pass.number,
                code,
                answer,
                question,
                countersign: self.code(),
                remarks: judgement.remarks.clone(),
                beside: judgement.ask_beside.clone(),
                raised: judge::of_stale(&self.state, &pass, &reading, &evidence),
            },
            None => Event::ReviewRecorded { pass: pass.number, code, answer, judgement: Box::new(judgement) },
        };
        self.put_judged(event, evidence)
    }

    /// A second answer to the pass answered last.
    pub(crate) fn dissent(&mut self, reading: &Reading) -> Result<(), Refusal> {
        let last = self.state.answered().map_or(0, |p| p.number);
        self.dissent_to(last, reading)
    }

    /// A second answer to an answered pass.
    pub(crate) fn dissent_to(&mut self, number: u32, reading: &Reading) -> Result<(), Refusal> {
        let answered = |p: &&PassRecord| p.number == number && p.answer.is_some();
        let Some(pass) = self.state.passes.iter().find(answered).cloned() else {
            return Err(Refusal::NotOpen { waits_for: "nothing of the kind" });
        };
        let mut evidence = self.evidence(reading, pass.number);
        evidence.since = Changed::default();
        let mut judgement = judge::judge(&self.state, &pass, reading, &evidence);
        judgement.ask = None;
        let code = pass.used.last().map(|u| u.code.clone()).unwrap_or(pass.countersign);
        let answer = Machine::answer(reading, "again");
        let event =
            Event::DissentRecorded { pass: pass.number, code, answer, judgement: Box::new(judgement) };
        self.put_judged(event, evidence)
    }

    /// The documents ask something else now, found when the next review is to be opened.
    pub(crate) fn asked(&mut self, text: &str) -> Result<(), Refusal> {
        let contract = Contract::new(text.to_owned(), Vec::new(), Vec::new());
        let suggested_by = contract::suggested_by(&self.state).cloned();
        self.put(Event::ContractChanged { contract, subject: self.state.subject.clone(), suggested_by })
    }

    /// An answer to a subject that moved under it.
    pub(crate) fn stale(&mut self, reading: &Reading) -> Result<(), Refusal> {
        let Some(pass) = self.state.pass().cloned() else {
            return Err(Refusal::NotOpen { waits_for: "nothing of the kind" });
        };
        let whole = match stages::so_far(&pass.stages) {
            Some(came) => stages::join(&came, reading.clone()),
            None => reading.clone(),
        };
        let evidence = self.evidence(&whole, pass.number);
        let event = Event::StaleRecorded {
            pass: pass.number,
            code: pass.countersign.clone(),
            answer: Machine::answer(reading, "stale"),
            moved: vec!["src/a.rs".to_owned()],
            raised: judge::of_stale(&self.state, &pass, &whole, &evidence),
            course: course::after_stale(&self.state),
        };
        self.put_judged(event, evidence)
    }

    /// A tool reports of the work under review.
    pub(crate) fn imported(&mut self, reading: &Reading) -> Result<(), Refusal> {
        let Some(pass) = self.state.pass().cloned() else {
            return Err(Refusal::NotOpen { waits_for: "nothing of the kind" });
        };
        let evidence = self.evidence(reading, pass.number);
        let of = judge::of_tool(&self.state, &pass, reading, &evidence);
        let findings = of.news.iter().map(|at| reading.findings[*at].clone()).collect();
        let news = Reading { findings, ..reading.clone() };
        let evidence = self.evidence(&news, pass.number);
        let digest = format!("imported {}", self.entries.len());
        let event = Event::Imported {
            pass: pass.number,
            answer: Machine::answer(&news, &digest),
            raised: judge::of_stale(&self.state, &pass, &news, &evidence),
            again: of.again,
        };
        self.put_judged(event, evidence)
    }

    pub(crate) fn unavailable(&mut self, why: &str) -> Result<(), Refusal> {
        let Some(pass) = self.state.pass().cloned() else {
            return Err(Refusal::NotOpen { waits_for: "nothing of the kind" });
        };
        if let Some((_, came)) = pass.stages.first() {
            let reading = stages::half(&pass.stages).unwrap();
            let evidence = self.evidence(&reading, pass.number);
            if let Some(judgement) = judge::of_half(&self.state, &pass, &evidence, why) {
                let (number, code) = (pass.number, pass.countersign.clone());
                let answer = Answer { reading, ..came.clone() };
                let event =
                    Event::ReviewRecorded { pass: number, code, answer, judgement: Box::new(judgement) };
                return self.put_judged(event, evidence);
            }
        }
        let by_precheck =
            self.state.protocol.no_reviewer == countersign::domain::protocol::NoReviewer::Precheck;
        let evidence = Evidence {
            since: self.since(pass.number).into(),
            facts: Facts { files: self.world.facts(), ..Facts::default() },
            ..Evidence::default()
        };
        let judgement = by_precheck.then(|| Box::new(judge::without_reviewer(&self.state, &pass, &evidence)));
        let course = course::without_reviewer(&self.state, judgement.as_ref().map(|j| j.verdict));
        let event = Event::ReviewerUnavailable {
            pass: pass.number,
            code: pass.countersign,
            digest: why.to_owned(),
            why: why.to_owned(),
            judgement,
            course,
        };
        if by_precheck { self.put_judged(event, evidence) } else { self.put(event) }
    }

    /// Responds as `respond_findings` would; returns what was refused, and why.
    pub(crate) fn respond(&mut self, responses: &[Response]) -> Result<Vec<String>, Refusal> {
        let probe = Event::Responded {
            turn: self.state.turn,
            digest: String::new(),
            responses: Vec::new(),
            claims: Vec::new(),
            by: None,
        };
        admit(&self.state, &probe)?;
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        for response in responses {
            match refuse_response(&self.state, response) {
                Some(why) => refused.push(why),
                None => taken.push(response.clone()),
            }
        }
        if taken.is_empty() {
            return Ok(refused);
        }
        let last = self.state.answered().map(|p| p.number);
        let before = last.and_then(|n| self.seen.get(&n)).cloned().unwrap_or_default();
        let since = Changed::from(self.world.since(&before));
        let facts = Facts { files: self.world.facts(), ..Facts::default() };
        let word = |r: &Response| {
            let finding = self.state.finding(r.finding_id.as_str());
            finding
                .and_then(|f| claim::of_condition(f, &facts, &self.state.tests.passing, &since))
                .unwrap_or_else(|| claim::of(finding, &since, r))
        };
        let claims = taken
            .iter()
            .filter(|r| r.response == ResponseKind::Fixed)
            .map(|r| Claim { finding_id: r.finding_id.clone(), claim: word(r).to_owned() })
            .collect();
        let turn = self.state.turn;
        self.put(Event::Responded {
            turn,
            digest: format!("{taken:?}"),
            responses: taken,
            claims,
            by: None,
        })?;
        Ok(refused)
    }

    pub(crate) fn escalate(&mut self, reason: &str) -> Result<(), Refusal> {
        let (turn, course) = (self.state.turn, course::beyond_the_fixer(&self.state));
        self.put(Event::Escalated { turn, digest: reason.to_owned(), reason: reason.to_owned(), course })
    }

    pub(crate) fn tests(&mut self, reported: &Reported) -> Result<(), Refusal> {
        let run = compare(&self.state, &[], reported);
        let (turn, course) = (self.state.turn, course::after_tests(&self.state, &run));
        self.put(Event::TestsRecorded { turn, digest: format!("{reported:?}"), run, course })
    }

    pub(crate) fn decide(&mut self, choice: &str) -> Result<(), Refusal> {
        self.decide_as(choice, "claimed")
    }

    /// Records a choice; `standing` says whether a person vouches for it.
    pub(crate) fn decide_as(&mut self, choice: &str, standing: &str) -> Result<(), Refusal> {
        let options = countersign::domain::review_loop::options::words(&self.state);
        let course = course::of_choice(&self.state, choice)
            .ok_or(Refusal::NoSuchChoice { given: choice.to_owned(), options })?;
        self.put(Event::Decided {
            turn: self.state.turn,
            digest: choice.to_owned(),
            choice: choice.to_owned(),
            reason: "because".to_owned(),
            decided_by: "somebody".to_owned(),
            standing: standing.to_owned(),
            course,
        })
    }
}
