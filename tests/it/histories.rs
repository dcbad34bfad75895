//! Generated histories of the loop under every protocol: whatever is done in whatever order, it ends, it never
//! sends a fixer off with nothing, it never approves what is blocked, and replay gives the same (SPEC 6, 13).
//!
//! `COUNTERSIGN_HISTORIES` sets how many are made; `just histories` makes a hundred thousand.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use countersign::domain::dialect::Reading;
use countersign::domain::ids::{FindingId, RepoPath};
use countersign::domain::metrics::Metrics;
use countersign::domain::next_step::{Action, NextStep};
use countersign::domain::protocol::Protocol;
use countersign::domain::replay;
use countersign::domain::review::{
    Location, RawFinding, Resolved, Response, ResponseKind, Ruling, RulingKind, Severity, Stage, Verdict,
};
use countersign::domain::review_loop::event::{Event, Outcome, Precheck, PrecheckVerdict};
use countersign::domain::review_loop::state::{Decision, PassRecord};
use countersign::domain::review_loop::test_run::Reported;
use countersign::domain::review_loop::{LoopState, PassReason, Standing};
use countersign::domain::sarif;
use countersign::domain::subject::{Subject, SubjectKind};
use proptest::prelude::*;

use crate::machine::Machine;

/// One move of a history: what is tried, and numbers that fill it in.
#[derive(Debug, Clone)]
struct Move {
    /// Nine in ten follow `next`; the others do something else.
    what: u8,
    seed: u64,
}

/// Numbers drawn from a seed, one after the other.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        let at = self.roll(of.len() as u64);
        of[usize::try_from(at).unwrap()].clone()
    }
}

fn moves() -> impl Strategy<Value = (usize, u64, Vec<Move>)> {
    let one = (any::<u8>(), any::<u64>()).prop_map(|(what, seed)| Move { what, seed });
    (0..6_usize, any::<u64>(), prop::collection::vec(one, 1..60))
}

fn histories() -> u32 {
    std::env::var("COUNTERSIGN_HISTORIES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

pub(crate) fn subject_of(protocol: &Protocol, dice: &mut Dice) -> Subject {
    let plan_path = RepoPath::parse(".planning/phases/03-cart/03-01-PLAN.md").unwrap();
    let (phase, plan, stem) = ("03-cart".to_owned(), "01".to_owned(), "03-01".to_owned());
    let title = "Sum the cart".to_owned();
    let files = vec!["src/a.rs".to_owned()];
    let branch = Some("main".to_owned());
    match dice.pick(&protocol.subjects) {
        SubjectKind::Task => Subject::Task {
            plan_path,
            phase,
            plan,
            stem,
            task: "1".to_owned(),
            title,
            files,
            branch,
            fix_of: None,
        },
        SubjectKind::Change => Subject::Change { id: "AUTH".to_owned(), title, files, branch },
        SubjectKind::Plan => Subject::Plan { plan_path, phase, plan, stem, title, branch },
        SubjectKind::Execution => Subject::Execution { plan_path, phase, plan, stem, title, files, branch },
        SubjectKind::Artifact => Subject::Artifact {
            path: RepoPath::parse("specs/login/design.md").unwrap(),
            artifact: "design".to_owned(),
            spec: "login".to_owned(),
            branch,
        },
    }
}

const TITLES: [&str; 6] = [
    "No discount",
    "Handle leaks",
    "Query built by hand",
    "Error swallowed",
    "Race on start",
    "Name unclear",
];

fn finding(dice: &mut Dice, state: &LoopState) -> RawFinding {
    let severity = dice.pick(&Severity::ALL);
    let mut finding = RawFinding::new(severity, dice.pick(&TITLES));
    if dice.roll(3) > 0 {
        let file = dice.pick(&["src/a.rs", "src/b.rs", "specs/login/design.md"]).to_owned();
        let line = (dice.roll(4) > 0).then(|| u32::try_from(dice.roll(5) + 1).unwrap());
        finding.locations.push(Location { file, line, end_line: None });
    }
    finding.stage = dice.pick(&[None, Some(Stage::Spec), Some(Stage::Quality)]);
    finding.requirement = (dice.roll(3) == 0).then(|| "CART-01".to_owned());
    finding.why = (dice.roll(2) == 0).then(|| "it breaks".to_owned());
    finding.category = dice.pick(&[None, Some("Completeness".to_owned()), Some("check:wave".to_owned())]);
    finding.architectural = dice.roll(8) == 0;
    let known = |dice: &mut Dice| {
        let ids: Vec<String> = state.findings.iter().map(|f| f.id.to_string()).collect();
        if ids.is_empty() { "F9".to_owned() } else { dice.pick(&ids) }
    };
    if dice.roll(3) == 0 {
        finding.repeats = Some(known(dice));
    }
    if dice.roll(9) == 0 {
        finding.reverses = Some(known(dice));
    }
    finding
}

fn reading(dice: &mut Dice, state: &LoopState) -> Reading {
    let verdicts = [
        Verdict::Approved,
        Verdict::ApprovedWithNotes,
        Verdict::ChangesRequested,
        Verdict::ChangesRequested,
        Verdict::Rejected,
        Verdict::Unclear,
    ];
    let claimed_verdict = dice.pick(&verdicts);
    // What is said in a system's own grammar is asked for more than what comes field by field.
    let dialect = dice.pick(&["structured", "megazord"]);
    let mut reading = Reading { claimed_verdict, parsed: true, ..Reading::nothing(dialect) };
    for _ in 0..dice.roll(5) {
        reading.findings.push(finding(dice, state));
    }
    for known in &state.findings {
        let id = known.id.to_string();
        match dice.roll(6) {
            0 => reading.resolved.push(Resolved { id, reason: Some("done".to_owned()) }),
            1 => reading.resolved.push(Resolved { id, reason: None }),
            2 => reading.rulings.push(Ruling {
                finding_id: id,
                ruling: dice.pick(&[RulingKind::Accepted, RulingKind::Overruled]),
                reason: Some("seen".to_owned()),
            }),
            _ => {}
        }
    }
    reading
}

fn responses(dice: &mut Dice, state: &LoopState) -> Vec<Response> {
    let mut ids: Vec<FindingId> = state.findings.iter().map(|f| f.id.clone()).collect();
    ids.push(FindingId::new("F99"));
    let kinds = [
        ResponseKind::Fixed,
        ResponseKind::Fixed,
        ResponseKind::Rejected,
        ResponseKind::Deferred,
        ResponseKind::Skipped,
    ];
    ids.into_iter()
        .filter(|_| dice.roll(5) > 0)
        .collect::<Vec<_>>()
        .into_iter()
        .map(|finding_id| Response {
            finding_id,
            response: dice.pick(&kinds),
            details: Some("see src/b.rs".to_owned()),
            reason: Some("`load` in src/a.rs:3 checks it before the call".to_owned()),
            reason_kind: None,
            commit: None,
            tech_debt_id: None,
        })
        .collect()
}

fn tests(dice: &mut Dice) -> Reported {
    let all = ["t1", "t2", "t3", "t4", "t5"];
    let failed = all.iter().filter(|_| dice.roll(2) == 0).map(|t| (*t).to_owned()).collect();
    Reported { failed, ..Reported::default() }
}

/// Does what the step asks for, as somebody would who may do it well or badly.
pub(crate) fn obey(machine: &mut Machine, next: &NextStep, dice: &mut Dice) {
    let _ = match next.action {
        Action::Review | Action::Proceed if machine.state.standing != Standing::Review => machine.open_pass(),
        Action::Review => match dice.roll(12) {
            0 => machine.unavailable("away"),
            1 => {
                let reading = reading(dice, &machine.state);
                machine.stale(&reading)
            }
            _ => {
                let reading = reading(dice, &machine.state);
                machine.answered(reading, None)
            }
        },
        Action::Fix | Action::Revise | Action::Respond | Action::Reexecute => {
            for place in
                machine.state.findings.iter().filter_map(|f| f.said.place().cloned()).collect::<Vec<_>>()
            {
                if dice.roll(2) == 0 {
                    machine.touch(&place.file, place.line.unwrap_or(1));
                }
            }
            if next.call.tool == "record_tests" {
                let run = tests(dice);
                machine.tests(&run)
            } else if next.call.tool == "respond_findings" {
                let given = responses(dice, &machine.state);
                machine.respond(&given).map(|_| ())
            } else {
                machine.open_pass()
            }
        }
        Action::Retest => {
            let run = tests(dice);
            machine.tests(&run)
        }
        Action::AskUser => {
            let choice = dice.pick(&next.options);
            machine.decide(&choice)
        }
        Action::Proceed | Action::Stop | Action::Judge | Action::Confirm | Action::CloseGaps => Ok(()),
    };
}

/// Does something, whether it is its turn or not.
pub(crate) fn disobey(machine: &mut Machine, dice: &mut Dice) {
    let _ = match dice.roll(14) {
        0 => machine.open_pass(),
        1 => {
            let given = responses(dice, &machine.state);
            machine.respond(&given).map(|_| ())
        }
        2 => machine.escalate("beyond me"),
        3 => {
            let run = tests(dice);
            machine.tests(&run)
        }
        4 => {
            let word = dice.pick(&[
                "fix",
                "reopen",
                "stop",
                "accept",
                "uphold",
                "abandon",
                "continue",
                "restart",
                "senior_engineer",
                "keep",
                "adopt",
            ]);
            let standing = dice.pick(&["claimed", "claimed", "attested"]);
            machine.decide_as(word, standing)
        }
        5 => {
            let reading = reading(dice, &machine.state);
            let passes: Vec<u32> = machine.state.passes.iter().map(|p| p.number).collect();
            match dice.roll(3) {
                0 if !passes.is_empty() => machine.dissent_to(dice.pick(&passes), &reading),
                _ => machine.dissent(&reading),
            }
        }
        6 => {
            let reading = reading(dice, &machine.state);
            machine.stale(&reading)
        }
        10 => {
            let text = dice.pick(&["what was asked", "more", "less", "something else"]);
            machine.asked(text)
        }
        7 => machine.unavailable("away"),
        11 => machine.let_go(),
        13 => {
            let findings = reading(dice, &machine.state).findings;
            let blocks = |f: &RawFinding| machine.state.protocol.blocks_as_said(f);
            let claimed_verdict = match findings.iter().any(blocks) {
                true => Verdict::ChangesRequested,
                false => Verdict::ApprovedWithNotes,
            };
            let said =
                Reading { claimed_verdict, findings, parsed: true, ..Reading::nothing(sarif::DIALECT) };
            machine.imported(&said)
        }
        8 => {
            let reading = reading(dice, &machine.state);
            let stage = dice.pick(&[Stage::Spec, Stage::Quality]);
            machine.answered(reading, Some(stage))
        }
        9 => {
            let verdict =
                dice.pick(&[PrecheckVerdict::Approve, PrecheckVerdict::Conditional, PrecheckVerdict::Reject]);
            let mut found = RawFinding::new(Severity::High, "wave is missing");
            found.category = Some("check:wave".to_owned());
            let findings = if verdict == PrecheckVerdict::Approve { Vec::new() } else { vec![found] };
            machine.set_precheck(Some(Precheck { verdict, findings }));
            Ok(())
        }
        12 if dice.roll(2) == 0 => {
            let names = ["src/a.rs", "src/b.rs", "src/new.rs", "src/c.rs", "src/d.rs"];
            machine.rename(dice.pick(&names), dice.pick(&names));
            Ok(())
        }
        _ => {
            let line = u32::try_from(dice.roll(5)).unwrap() + 1;
            machine.touch("src/a.rs", line);
            Ok(())
        }
    };
}

/// What was said of a pass that nobody answers any more is on file: in an answer that was asked about, or in one of two
/// stages (SPEC 6.5).
fn said_is_on_file(machine: &Machine) -> Result<(), TestCaseError> {
    let mut entries = machine.entries.iter().rev().map(|e| &e.event);
    let ends = |event: &Event| {
        matches!(
            event,
            Event::ReviewerUnavailable { .. }
                | Event::Decided { .. }
                | Event::StaleRecorded { .. }
                | Event::PassOpened { .. }
        )
    };
    if !entries.next().is_some_and(ends) {
        return Ok(());
    }
    for event in entries {
        if let Event::ClarificationAsked { raised, .. } | Event::StageRecorded { raised, .. } = event {
            for said in raised {
                let kept = machine.state.finding(said.id.as_str());
                prop_assert!(kept.is_some(), "{} was said and is not on file", said.id);
            }
        } else if matches!(event, Event::ReviewRecorded { .. }) || ends(event) {
            break;
        }
    }
    Ok(())
}

/// Where answers are asked for, the next review waits until each blocking finding is mended or rejected: what was put
/// off is no answer to it (SPEC 4.5).
fn each_is_answered(machine: &Machine) -> Result<(), TestCaseError> {
    let state = &machine.state;
    let responded = matches!(
        machine.entries.last().map(|e| &e.event),
        Some(Event::Responded { .. } | Event::DissentRecorded { .. })
    );
    let Some(pass) = state.pass().filter(|p| responded && p.answer.is_some()) else { return Ok(()) };
    if !state.protocol.responses_required
        || !matches!(state.standing, Standing::NextReview(PassReason::ReReview))
    {
        return Ok(());
    }
    // Where it was due before, by somebody's choice to reopen, what blocked then waits for no answer.
    let earlier = machine.entries.split_last().and_then(|(_, earlier)| LoopState::fold(earlier));
    let reopened = earlier.filter(|was| was.standing == state.standing).map(|was| was.blocking());
    let answers = |r: &Response| matches!(r.response, ResponseKind::Fixed | ResponseKind::Rejected);
    for id in state.blocking() {
        if reopened.as_ref().is_some_and(|blocked| blocked.contains(&id)) {
            continue;
        }
        let answered = pass.responses.iter().any(|r| r.finding_id == id && answers(r));
        // What came when the work had gone on waits for the next review.
        let late = state.passes.iter().any(|p| p.late.iter().any(|late| late.filed.contains(&id)));
        prop_assert!(answered || late, "{id} blocks, has no answer, and the re-review is due");
    }
    Ok(())
}

/// What takes a change back, or commits it, knows both names of a renamed file (SPEC 4.3).
fn both_names_are_told(machine: &Machine, next: &NextStep) -> Result<(), TestCaseError> {
    let state = &machine.state;
    let Some(pass) = state.pass() else { return Ok(()) };
    let taken_back = next.action == Action::Reexecute
        || state.outcome() == Some(Outcome::Skipped) && state.protocol.commit_after_approval;
    let committed = next.commit.is_some() && state.outcome().is_some();
    for file in &pass.change.files {
        let (now, old) = (file.path.to_string(), file.old_path.as_ref().map(ToString::to_string));
        if taken_back {
            let restored = old.clone().or_else(|| (!file.added).then(|| now.clone()));
            prop_assert!(
                restored.iter().all(|path| next.files.contains(path)),
                "{restored:?} is not restored"
            );
            let new = file.added || old.is_some();
            prop_assert!(!new || next.added.contains(&now), "{now} is not removed");
            prop_assert!(!new || !next.files.contains(&now), "{now} was not there before");
        }
        if committed {
            prop_assert!(next.files.contains(&now), "{now} is not committed");
            prop_assert!(
                old.iter().all(|old| next.files.contains(old)),
                "the removal of {old:?} is not committed"
            );
        }
    }
    Ok(())
}

/// What must hold at every moment.
fn holds(machine: &Machine) -> Result<(), TestCaseError> {
    let state = &machine.state;
    let next = machine.next();
    if matches!(next.action, Action::Fix | Action::Revise | Action::Respond) {
        prop_assert!(!next.findings.is_empty(), "{:?} with nothing to mend", next.action);
    }
    if next.action == Action::Retest {
        prop_assert!(!next.tests.is_empty(), "a retest of nothing");
    }
    if next.action == Action::AskUser {
        prop_assert!(!next.options.is_empty(), "a question without an answer");
    }
    match state.outcome() {
        Some(Outcome::Approved | Outcome::ApprovedWithNotes) => {
            prop_assert!(state.blocking().is_empty(), "approved while {:?} block", state.blocking());
            let blocked_tests = state.failing_tests();
            let told: Vec<&str> = machine.entries.iter().map(|e| e.event.kind()).collect();
            prop_assert!(blocked_tests.is_empty(), "approved while tests fail: {told:?}");
        }
        Some(_) => {}
        None => prop_assert!(next.action != Action::Stop, "stopped and open"),
    }
    let most = state.protocol.max_passes
        * (u32::try_from(state.protocol.tiers.len()).unwrap() + state.protocol.max_decisions)
        + state.protocol.max_decisions
        + state.protocol.suggestion_rounds.unwrap_or(0)
        // Each reopening buys one review.
        + u32::try_from(state.decisions.iter().filter(|d| d.choice == "reopen").count()).unwrap();
    let used = u32::try_from(state.passes.iter().filter(|p| p.used_up).count()).unwrap();
    prop_assert!(used <= most, "{used} passes of at most {most}");
    // By a model's word alone nothing leads back for ever: reopened, another contract adopted, a first review upheld.
    let led_back = |d: &&Decision| ["reopen", "adopt", "uphold"].contains(&d.choice.as_str());
    let claimed = state.decisions.iter().filter(|d| d.standing == "claimed");
    let back = claimed.filter(led_back).count();
    prop_assert!(back <= state.protocol.max_decisions as usize, "led back {back} times");
    let mut ids: Vec<&str> = state.findings.iter().map(|f| f.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    prop_assert_eq!(ids.len(), state.findings.len(), "two findings under one id");
    said_is_on_file(machine)?;
    each_is_answered(machine)?;
    both_names_are_told(machine, &next)?;
    Ok(())
}

/// What blocked in an answer that was asked about, or in one of two stages, was filed in its words by the time the loop
/// is approved: nothing vanishes on the way (SPEC 6.5).
fn nothing_vanished(machine: &Machine) -> Result<(), TestCaseError> {
    let state = &machine.state;
    if !matches!(state.outcome(), Some(Outcome::Approved | Outcome::ApprovedWithNotes)) {
        return Ok(());
    }
    let mut filed: Vec<&str> = Vec::new();
    for entry in machine.entries.iter().rev() {
        match &entry.event {
            Event::ReviewRecorded { judgement, .. } => {
                let titles = judgement.findings.iter().flat_map(|f| [&f.first_title, &f.said.title]);
                filed.extend(titles.map(String::as_str));
            }
            Event::ClarificationAsked { answer, .. }
            | Event::Imported { answer, .. }
            | Event::StageRecorded { answer, .. }
            | Event::StaleRecorded { answer, .. } => {
                // What repeats an id or a dimension is that finding, under whatever words.
                let blocking = |f: &&RawFinding| {
                    state.protocol.blocks(f.severity)
                        && !f.architectural
                        && f.repeats.is_none()
                        && f.category.is_none()
                };
                for said in answer.reading.findings.iter().filter(blocking) {
                    prop_assert!(
                        filed.contains(&said.title.as_str()),
                        "\"{}\" of turn {} is gone",
                        said.title,
                        entry.turn
                    );
                }
            }
            Event::Opened { .. }
            | Event::PassOpened { .. }
            | Event::DissentRecorded { .. }
            | Event::ReviewerUnavailable { .. }
            | Event::Responded { .. }
            | Event::Escalated { .. }
            | Event::ContractChanged { .. }
            | Event::TestsRecorded { .. }
            | Event::Decided { .. }
            | Event::BranchFollowed { .. }
            | Event::Replaced { .. }
            | Event::LetGo { .. } => {}
        }
    }
    Ok(())
}

/// What a second answer raises against a loop that goes on is on file the moment it is recorded, and open where it
/// blocks; nobody has to remember it (SPEC 6.3).
fn dissent_is_on_file(machine: &Machine) -> Result<(), TestCaseError> {
    let state = &machine.state;
    let Some(Event::DissentRecorded { judgement, pass, .. }) = machine.entries.last().map(|e| &e.event)
    else {
        return Ok(());
    };
    let record = state.passes.iter().find(|p| p.number == *pass).unwrap();
    if record.upheld.is_some() || state.passes.iter().any(|p| p.upheld.is_some()) {
        return Ok(());
    }
    // Where a later review has looked since, it has dealt with what was known.
    let looked_since = state.passes.iter().any(|p| p.number > *pass && p.answer.is_some());
    let before = LoopState::fold(&machine.entries[..machine.entries.len() - 1]).unwrap();
    let was_known = |id: &FindingId| before.finding(id.as_str()).is_some();
    for said in judgement.findings.iter().filter(|f| judgement.raised.contains(&f.id)) {
        if looked_since && was_known(&said.id) {
            continue;
        }
        let kept = state.finding(said.id.as_str());
        prop_assert!(
            kept.is_some_and(|f| f.is_open() && f.severity() <= said.severity()),
            "{} is lost",
            said.id
        );
    }
    // What it overrules stands open again, whoever let it fall.
    for said in judgement.findings.iter().filter(|f| before.finding(f.id.as_str()).is_some_and(|b| b != *f)) {
        let now = state.finding(said.id.as_str()).unwrap();
        let overruled = said.ruling == Some(RulingKind::Overruled) && now.response == said.response;
        prop_assert!(!overruled || now.is_open(), "{} was overruled and is closed", said.id);
    }
    Ok(())
}

/// Led through its own rules again, a loop comes to the same end, by the same verdicts, without a stop.
fn goes_as_it_went(machine: &Machine) -> Result<(), TestCaseError> {
    let mut judged = machine.judged.iter().cloned();
    let mut evidence = |_: &LoopState, _: &PassRecord, _: &Reading| judged.next().unwrap_or_default();
    let replay = replay::replay(&machine.entries, &machine.state.protocol, &mut evidence).unwrap();
    prop_assert_eq!(&replay.stopped, &None);
    prop_assert!(replay.notes.is_empty(), "{:?}", replay.notes);
    prop_assert_eq!(replay.replayed, replay.recorded);
    Ok(())
}

/// Led through other rules it comes to some end or stop, and never panics.
fn goes_through_other_rules(machine: &Machine, protocol: &Protocol) {
    let mut judged = machine.judged.iter().cloned();
    let mut evidence = |_: &LoopState, _: &PassRecord, _: &Reading| judged.next().unwrap_or_default();
    replay::replay(&machine.entries, protocol, &mut evidence).unwrap();
    let figures = Metrics::of([machine.entries.as_slice()]);
    assert_eq!(figures.all.loops, 1);
    assert!(
        figures.all.rejections <= figures.all.responses && figures.all.actionable <= figures.all.findings
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: histories(), max_shrink_iters: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn every_history_holds_and_replays((protocol, seed, moves) in moves()) {
        let protocol = Protocol::all().swap_remove(protocol);
        let mut dice = Dice(seed);
        let subject = subject_of(&protocol, &mut dice);
        let before = if dice.roll(4) == 0 { u32::try_from(dice.roll(4)).unwrap() } else { 0 };
        let mut machine = Machine::open_after(protocol, subject, before, before);
        for step in moves {
            let filed: Vec<FindingId> = machine.state.findings.iter().map(|f| f.id.clone()).collect();
            let mut dice = Dice(step.seed);
            if step.what < 220 {
                let next = machine.next();
                obey(&mut machine, &next, &mut dice);
            } else {
                disobey(&mut machine, &mut dice);
            }
            holds(&machine)?;
            nothing_vanished(&machine)?;
            for id in &filed {
                prop_assert!(machine.state.finding(id.as_str()).is_some(), "{id} is no longer on file");
            }
            dissent_is_on_file(&machine)?;
        }
        // The events alone make the same state.
        let replayed = LoopState::fold(&machine.entries);
        prop_assert_eq!(replayed.as_ref(), Some(&machine.state));
        goes_as_it_went(&machine)?;
        goes_through_other_rules(&machine, &dice.pick(&Protocol::all()));
        let last = machine.entries.last().unwrap().event.clone();
        // That an agent was let go is a note of the hook's, which counts them itself.
        if machine.entries.len() > 1 && !matches!(last, Event::LetGo { .. }) {
            let before = machine.entries.len();
            let _ = machine.put(last);
            prop_assert_eq!(machine.entries.len(), before, "the same event was taken twice");
        }
    }

    /// Whoever does what `next` says comes to an end.
    #[test]
    fn every_loop_ends_for_those_who_follow_it((protocol, seed, _) in moves()) {
        let protocol = Protocol::all().swap_remove(protocol);
        let mut dice = Dice(seed);
        let subject = subject_of(&protocol, &mut dice);
        let mut machine = Machine::open(protocol, subject);
        let mut steps = 0;
        while machine.state.outcome().is_none() {
            let next = machine.next();
            obey(&mut machine, &next, &mut dice);
            holds(&machine)?;
            steps += 1;
            prop_assert!(steps < 2_000, "no end: {:?}", machine.state.standing);
        }
    }
}

proptest! {
    // Each of these goes to the end of every limit.
    #![proptest_config(ProptestConfig { cases: histories() / 20 + 20, max_shrink_iters: 400, ..ProptestConfig::default() })]

    /// Whoever wants no end comes to one all the same, by the limits alone: he reopens what has ended, changes what is
    /// asked before each review and takes what it was before back, gives every second answer that contradicts the
    /// first, and never chooses an end where another choice is left (SPEC 6.7).
    #[test]
    fn every_loop_ends_within_its_limits((protocol, seed, _) in moves()) {
        let protocol = Protocol::all().swap_remove(protocol);
        let mut dice = Dice(seed);
        let subject = subject_of(&protocol, &mut dice);
        let mut machine = Machine::open(protocol, subject);
        let mut steps = 0;
        loop {
            let next = machine.next();
            if machine.state.outcome().is_some() {
                let doubt = reading(&mut dice, &machine.state);
                if machine.decide("reopen").is_err() && machine.dissent(&doubt).is_err() {
                    break;
                }
                if machine.state.outcome().is_some() && dice.roll(3) == 0 && machine.decide("reopen").is_err() {
                    break;
                }
            } else if next.action == Action::AskUser {
                let ends = ["stop", "abandon", "skip", "commit", "continue", "accept", "reduce_scope", "replan"];
                let on: Vec<String> = next.options.iter().filter(|o| !ends.contains(&o.as_str())).cloned().collect();
                let word = dice.pick(if on.is_empty() { &next.options } else { &on });
                machine.decide(&word).unwrap();
            } else {
                let text = dice.pick(&["what was asked", "more"]);
                if dice.roll(2) == 0 && machine.asked(text).is_ok() {
                    continue;
                }
                obey(&mut machine, &next, &mut dice);
            }
            holds(&machine)?;
            steps += 1;
            prop_assert!(steps < 4_000, "no end: {:?}", machine.state.standing);
        }
    }
}
