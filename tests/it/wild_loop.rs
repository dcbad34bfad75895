//! What goes wrong in the wild with review loops, and cannot here (SPEC 12: 4, 17, 19, 26), under every protocol.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use countersign::domain::brief;
use countersign::domain::dialect::Reading;
use countersign::domain::ids::{FindingId, RepoPath};
use countersign::domain::next_step::{Action, NextStep};
use countersign::domain::protocol::Protocol;
use countersign::domain::review::{Location, RawFinding, Response, ResponseKind, Severity, Stage, Verdict};
use countersign::domain::review_loop::event::{Event, Outcome};
use countersign::domain::review_loop::{Standing, options};
use countersign::domain::subject::{Subject, SubjectKind};

use crate::machine::Machine;

/// What the protocol reviews most: work where it reviews work, else a plan.
fn subject(protocol: &Protocol) -> Subject {
    let plan_path = RepoPath::parse(".planning/phases/03-cart/03-01-PLAN.md").unwrap();
    let (phase, plan, stem) = ("03-cart".to_owned(), "01".to_owned(), "03-01".to_owned());
    let (title, branch) = ("Sum the cart".to_owned(), Some("main".to_owned()));
    let files = vec!["src/a.rs".to_owned()];
    if protocol.subjects.contains(&SubjectKind::Task) {
        Subject::Task {
            plan_path,
            phase,
            plan,
            stem,
            task: "1".to_owned(),
            title,
            files,
            branch,
            fix_of: None,
        }
    } else if protocol.subjects.contains(&SubjectKind::Change) {
        Subject::Change { id: "AUTH".to_owned(), title, files, branch }
    } else {
        Subject::Plan { plan_path, phase, plan, title, branch, stem }
    }
}

fn open(protocol: Protocol) -> Machine {
    let subject = subject(&protocol);
    Machine::open(protocol, subject)
}

/// A finding that blocks under every protocol without meaning "do it again" under any.
fn blocks(title: &str, file: &str, line: u32, protocol: &Protocol) -> RawFinding {
    let unmet = protocol.unmet_from.is_some();
    let mut finding = RawFinding::new(if unmet { Severity::High } else { Severity::Critical }, title);
    finding.stage = Some(if unmet { Stage::Spec } else { Stage::Quality });
    finding.requirement = unmet.then(|| title.to_owned());
    finding.category = protocol.dimensions_identify.then(|| title.to_owned());
    finding.why = Some("it breaks at run time".to_owned());
    finding.locations.push(Location { file: file.to_owned(), line: Some(line), end_line: None });
    finding
}

fn says(claimed_verdict: Verdict, findings: Vec<RawFinding>) -> Reading {
    Reading { claimed_verdict, findings, parsed: true, ..Reading::nothing("structured") }
}

/// Does what the fixer is asked for: touches the place of each open finding and answers each.
fn mend(machine: &mut Machine) {
    let open: Vec<(FindingId, Option<Location>)> =
        machine.state.open_findings().iter().map(|f| (f.id.clone(), f.said.place().cloned())).collect();
    for place in open.iter().filter_map(|(_, p)| p.clone()) {
        machine.touch(&place.file, place.line.unwrap_or(1));
    }
    answer_all(machine, open.into_iter().map(|(id, _)| id).collect());
}

/// Answers each finding as fixed, where the protocol wants answers.
fn answer_all(machine: &mut Machine, ids: Vec<FindingId>) {
    if machine.state.standing != Standing::Fix || !machine.state.protocol.responses_required {
        return;
    }
    let responses: Vec<Response> = ids
        .into_iter()
        .map(|finding_id| Response {
            finding_id,
            response: ResponseKind::Fixed,
            details: Some("mended".to_owned()),
            reason: None,
            reason_kind: None,
            commit: None,
            tech_debt_id: None,
        })
        .collect();
    machine.respond(&responses).unwrap();
}

fn ended(next: &NextStep) -> bool {
    matches!(next.action, Action::Proceed | Action::Stop)
}

/// Passes a reviewer that is never content can have before a person must choose or the loop has ended.
fn most_passes(protocol: &Protocol) -> u32 {
    let tiers = u32::try_from(protocol.tiers.len()).unwrap();
    tiers * protocol.max_passes + protocol.suggestion_rounds.unwrap_or(0)
}

#[test]
fn wild_04_a_loop_ends_by_rule_not_by_patience() {
    for protocol in Protocol::all() {
        let mut machine = open(protocol.clone());
        let mut line = 10;
        for _ in 0..200 {
            match machine.next().action {
                Action::Review => {
                    // Three new findings each time, all mended by the next; never the same one twice.
                    let found = (0..3)
                        .map(|n| {
                            line += 10;
                            let title = format!("{}{line} goes wrong in {}", "xyz".repeat(n + 1), line * 7);
                            blocks(&title, "src/a.rs", line, &protocol)
                        })
                        .collect();
                    machine.open_pass().unwrap();
                    machine.answered(says(Verdict::ChangesRequested, found), None).unwrap();
                }
                Action::Fix | Action::Revise | Action::Respond | Action::Reexecute => {
                    mend(&mut machine);
                    if machine.state.standing != Standing::Fix
                        && machine.state.standing != Standing::Reexecute
                    {
                        continue;
                    }
                    machine.open_pass().unwrap();
                    line += 10;
                    let found = vec![blocks(&format!("case {line} breaks"), "src/a.rs", line, &protocol)];
                    machine.answered(says(Verdict::ChangesRequested, found), None).unwrap();
                }
                Action::AskUser
                | Action::Retest
                | Action::Judge
                | Action::Confirm
                | Action::CloseGaps
                | Action::Proceed
                | Action::Stop => break,
            }
        }
        let next = machine.next();
        assert!(
            ended(&next) || next.action == Action::AskUser,
            "{}: still {:?} after {} passes",
            protocol.name,
            next.action,
            machine.state.passes.len()
        );
        let passes = u32::try_from(machine.state.passes.len()).unwrap();
        assert!(passes <= most_passes(&protocol), "{}: {passes} passes", protocol.name);
        assert!(!machine.state.outcome().is_some_and(approved), "{}", protocol.name);

        // And whoever sends it on each time he is asked runs out of choices that do.
        let mut choices = 0;
        for _ in 0..500 {
            let onward = options::offered(&machine.state)
                .into_iter()
                .find(|c| !c.effect.ends() && machine.next().options.contains(&c.word));
            if let Some(choice) = onward {
                choices += 1;
                machine.decide(&choice.word).unwrap();
            } else if ended(&machine.next()) || machine.next().action == Action::AskUser {
                break;
            } else {
                mend(&mut machine);
                machine.open_pass().unwrap();
                line += 10;
                let found = vec![blocks(&format!("case {line} breaks"), "src/a.rs", line, &protocol)];
                machine.answered(says(Verdict::ChangesRequested, found), None).unwrap();
            }
        }
        let next = machine.next();
        let last = ended(&next) || options::offered(&machine.state).iter().all(|c| c.effect.ends());
        assert!(last, "{}: sent on {choices} times and still {:?}", protocol.name, next.action);
    }
}

fn approved(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Approved | Outcome::ApprovedWithNotes)
}

#[test]
fn wild_17_a_reviewer_that_cannot_start_is_noticed() {
    for protocol in Protocol::all() {
        let why = "subagents cannot start subagents here";
        let mut machine = open(protocol.clone());
        machine.open_pass().unwrap();
        machine.unavailable(why).unwrap();
        let next = machine.next();
        let told =
            format!("{} {} {}", next.why, next.question.clone().unwrap_or_default(), next.warnings.join(" "));
        assert_ne!(machine.state.outcome(), Some(Outcome::Approved), "{}", protocol.name);
        let handed_on = machine.state.tier > 0;
        assert!(
            told.contains(why) || (handed_on && told.contains("no reviewer")),
            "{}: {told}",
            protocol.name
        );
        if ended(&next) {
            assert!(!next.warnings.is_empty(), "{}: it goes on without a warning", protocol.name);
        }
        assert!(machine.state.passes[0].absent.is_some(), "{}: the absence is not kept", protocol.name);

        // In a re-review an absence resolves nothing that a reviewer raised.
        let mut machine = open(protocol.clone());
        machine.open_pass().unwrap();
        let found = vec![blocks("Query built by hand", "src/a.rs", 10, &protocol)];
        machine.answered(says(Verdict::ChangesRequested, found), None).unwrap();
        let open_before = machine.state.blocking();
        mend(&mut machine);
        machine.open_pass().unwrap();
        machine.unavailable(why).unwrap();
        assert_eq!(machine.state.blocking(), open_before, "{}", protocol.name);
        assert!(!machine.state.outcome().is_some_and(approved), "{}", protocol.name);
    }
}

#[test]
fn wild_19_what_persists_is_sent_to_the_fixer_again() {
    for protocol in Protocol::all() {
        let mut machine = open(protocol.clone());
        machine.open_pass().unwrap();
        let found = vec![
            blocks("Query built by hand", "src/a.rs", 10, &protocol),
            blocks("Handle leaks", "src/b.rs", 20, &protocol),
        ];
        machine.answered(says(Verdict::ChangesRequested, found), None).unwrap();
        let all: Vec<FindingId> = machine.state.findings.iter().map(|f| f.id.clone()).collect();
        assert_eq!(all.len(), 2, "{}", protocol.name);
        // The fixer says that both are mended, and mends neither; the re-review names one of them and a new one.
        answer_all(&mut machine, all);
        machine.touch("src/a.rs", 90);
        machine.open_pass().unwrap();
        let found = vec![blocks("Error swallowed", "src/a.rs", 90, &protocol)];
        machine.answered(says(Verdict::ChangesRequested, found), None).unwrap();
        let next = machine.next();
        assert!(matches!(next.action, Action::Fix | Action::Revise | Action::Reexecute), "{}", protocol.name);
        let titles: Vec<&str> = next.findings.iter().map(|f| f.title.as_str()).collect();
        let text = brief::fix(&machine.state, &next, "9f3a1c", brief::Upstream::default()).text;
        for title in ["Query built by hand", "Handle leaks", "Error swallowed"] {
            assert!(titles.contains(&title), "{}: {title} is not in {titles:?}", protocol.name);
            assert!(text.contains(title), "{}: {title} is not in the brief:\n{text}", protocol.name);
        }
        let marked = next.findings.iter().filter(|f| f.marks.iter().any(|m| m == "repeated")).count();
        assert_eq!(marked, 2, "{}", protocol.name);
    }
}

#[test]
fn wild_19_what_is_raised_again_in_other_words_is_sent_in_those() {
    let (first, last) = ("No test for an empty cart", "The empty cart is not covered by any test");
    for protocol in Protocol::all() {
        let mut machine = open(protocol.clone());
        machine.open_pass().unwrap();
        machine
            .answered(says(Verdict::ChangesRequested, vec![blocks(first, "src/a.rs", 10, &protocol)]), None)
            .unwrap();
        let id = machine.state.findings[0].id.clone();
        answer_all(&mut machine, vec![id.clone()]);
        machine.touch("src/a.rs", 10);
        machine.open_pass().unwrap();
        let mut again = blocks(last, "src/a.rs", 10, &protocol);
        again.reported_id = Some(id.to_string());
        again.category = protocol.dimensions_identify.then(|| first.to_owned());
        again.requirement = protocol.unmet_from.is_some().then(|| first.to_owned());
        machine.answered(says(Verdict::ChangesRequested, vec![again]), None).unwrap();
        let next = machine.next();
        let rows: Vec<(&str, Option<&str>)> =
            next.findings.iter().map(|f| (f.title.as_str(), f.now.as_deref())).collect();
        assert_eq!(rows, [(first, Some(last))], "{}", protocol.name);
        let text = brief::fix(&machine.state, &next, "9f3a1c", brief::Upstream::default()).text;
        for words in [first, last] {
            assert!(text.contains(words), "{}: {words} is not in the brief:\n{text}", protocol.name);
        }
    }
}

#[test]
fn wild_26_the_same_bad_answer_is_not_clarified_for_ever() {
    let bad: [(&str, Reading); 3] = [
        ("unreadable", Reading::nothing("prose")),
        ("names nothing", says(Verdict::ChangesRequested, Vec::new())),
        (
            "about another task",
            Reading { about: Some("09-09 Task 77".to_owned()), ..says(Verdict::Approved, Vec::new()) },
        ),
    ];
    for protocol in Protocol::all() {
        for (name, answer) in &bad {
            let mut machine = open(protocol.clone());
            let about_work = matches!(machine.state.subject, Subject::Task { .. });
            if answer.about.is_some() && !about_work {
                continue;
            }
            let mut answers = 0;
            while matches!(machine.next().action, Action::Review) {
                if machine.state.standing != Standing::Review {
                    machine.open_pass().unwrap();
                }
                machine.answered(answer.clone(), None).unwrap();
                answers += 1;
                assert!(answers < 100, "{}, {name}: for ever", protocol.name);
            }
            let asked = machine
                .entries
                .iter()
                .filter(|e| matches!(e.event, Event::ClarificationAsked { .. }))
                .count();
            let passes = machine.state.passes.len();
            let once = usize::try_from(protocol.clarifications).unwrap();
            assert!(asked <= once * passes, "{}, {name}: asked {asked} times", protocol.name);
            assert!(machine.state.passes.iter().all(|p| p.clarifications <= protocol.clarifications));
            let outcome = machine.state.outcome();
            assert!(!outcome.is_some_and(approved), "{}, {name}: {outcome:?}", protocol.name);
        }
    }
}
