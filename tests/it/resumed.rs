//! `loop_status` alone resumes every protocol at every state (SPEC 3, 12.7): generated loops are put into a real
//! store, and the answer gives back the step they stand at, small, with no open finding out of reach.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use countersign::app::App;
use countersign::app::requests::LoopStatus;
use countersign::domain::dialect::Reading;
use countersign::domain::ids::{FindingId, LoopId};
use countersign::domain::next_step::Action;
use countersign::domain::protocol::Protocol;
use countersign::domain::review::{Location, RawFinding, Response, ResponseKind, Severity, Verdict};
use countersign::domain::review_loop::event::{EVENT_VERSION, Entry};
use countersign::domain::review_loop::next::left_open;
use countersign::domain::review_loop::{Event, Standing};
use countersign::domain::subject::Subject;
use countersign::io::store::{Batch, NewEvent, Opened, Store};

use crate::histories::{Dice, disobey, obey, subject_of};
use crate::machine::Machine;
use crate::scene::Scene;

/// Bytes of a text that take some 600 tokens, as a model counts JSON.
const MOST_BYTES: usize = 2_400;
const LOOPS_A_PROTOCOL: u64 = 200;
/// Of these so many are looked at where they end up, whatever state that is.
const ENDS: u64 = 30;
const STEPS: usize = 30;
const LOOPS_A_ROOM: usize = 8;

/// What a loop waits for, without what for.
fn kind(standing: &Standing) -> String {
    let text = format!("{standing:?}");
    let name: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
    match standing {
        Standing::Ask(_) | Standing::Closed(_) | Standing::NextReview(_) => {
            text.split('{').next().unwrap_or_default().trim().to_owned()
        }
        Standing::Review
        | Standing::Fix
        | Standing::Reexecute
        | Standing::Retest
        | Standing::Unreviewed { .. } => name,
    }
}

/// Puts a loop into the store under an id of its own.
fn store(store: &mut Store, id: &str, entries: &[Entry]) {
    let rows = entries.iter().map(|entry| {
        let mut event = entry.event.clone();
        if let Event::Opened { loop_id, .. } = &mut event {
            *loop_id = LoopId::new(id);
        }
        let body = serde_json::to_string(&event).unwrap();
        NewEvent { at: entry.at, kind: event.kind().to_owned(), version: EVENT_VERSION, body }
    });
    let opened = store.open_stream(id, id, "loop", &Batch::new(rows)).unwrap();
    assert!(matches!(opened, Opened::New(_)));
}

/// Asks for the loop as an agent that knows nothing but its id, page by page; the only loop there is also as one that
/// does not know that.
fn resumes(room: &Room, id: &str, machine: &Machine, alone: bool) {
    tells(&room.app, id, machine, Some(id));
    if !alone {
        return;
    }
    if machine.state.outcome().is_none() || hands_over(machine) {
        let step = machine.next();
        for path in step.files.iter().chain(&step.added) {
            // What is to be committed or taken back is there.
            room.scene.write(path, "not committed\n");
        }
        tells(&room.app, id, machine, None);
        return;
    }
    let next = room.app.loop_status(&LoopStatus::default()).unwrap().next.unwrap();
    assert_eq!(next.action, Action::Proceed, "{next:?}");
    assert!(next.why.contains("no loop is open here") && next.why.contains(id), "{next:?}");
}

/// Tells whether the end of a loop leaves something to do to whoever comes back.
fn hands_over(machine: &Machine) -> bool {
    let (state, step) = (&machine.state, machine.next());
    let section = left_open(state).is_some();
    if step.action == Action::Stop || step.next.is_some() {
        return true;
    }
    if state.protocol.commit_after_approval {
        return !step.files.is_empty()
            || !step.added.is_empty()
            || section && state.subject.plan_path().is_some();
    }
    section || !state.open_findings().is_empty()
}

fn tells(app: &App, id: &str, machine: &Machine, asked: Option<&str>) {
    let expected = machine.next();
    let mut shown = BTreeSet::new();
    let mut cursor = None;
    loop {
        let request = LoopStatus { loop_id: asked.map(str::to_owned), cursor, ..LoopStatus::default() };
        let answer = app.loop_status(&request).unwrap();
        let text = serde_json::to_string(&answer).unwrap();
        let why = format!("{} at {:?}: {text}", machine.state.protocol.name, machine.state.standing);
        assert!(text.len() < MOST_BYTES, "{} bytes, {why}", text.len());
        let next = answer.next.unwrap();
        assert_eq!(
            (next.action, next.turn, next.who),
            (expected.action, expected.turn, expected.who),
            "{why}"
        );
        // A failure that stops its phase leads to what wakes it, where it is all that there is.
        let stops = asked.is_none()
            && machine.state.protocol.failure_stops_phase
            && expected.outcome.as_deref() == Some("failed");
        if stops {
            assert_eq!(next.call.tool, "decide", "{why} {:?} expected {:?}", next, expected);
        } else {
            assert_eq!((&next.call.tool, &next.fill), (&expected.call.tool, &expected.fill), "{why}");
        }
        assert_eq!(next.options, expected.options, "{why}");
        for (name, value) in expected.call.arguments.iter().filter(|_| !stops) {
            let wanted = if name == "loop_id" || name == "replaces" { id.into() } else { value.clone() };
            assert_eq!(next.call.arguments.get(name), Some(&wanted), "{why}");
        }
        shown.extend(answer.unresolved.into_iter().map(|row| row.id));
        cursor = answer.cursor;
        if cursor.is_none() {
            break;
        }
    }
    let said = machine.state.with_what_was_said();
    let open: BTreeSet<String> = said.open_findings().iter().map(|f| f.id.to_string()).collect();
    assert_eq!(shown, open, "{}", machine.state.protocol.name);
}

/// An answer that raises this many findings, each in many words at a long path.
fn sixty(severity: Severity) -> Reading {
    let long = |n: usize| {
        let mut finding =
            RawFinding::new(severity, format!("Finding {n}: {}", "many words of it ".repeat(12)));
        finding.why = Some("it breaks".to_owned());
        finding.requirement = Some("CART-01 and everything that hangs on it ".repeat(8));
        finding.category = Some("correctness of the whole ".repeat(8));
        let file = format!("src/{}/{n}.rs", "a-long-folder-name/".repeat(15));
        finding.locations = vec![Location { file, line: Some(10), end_line: None }];
        finding
    };
    let findings = (0..60).map(long).collect();
    let claimed_verdict = Verdict::ChangesRequested;
    Reading { claimed_verdict, parsed: true, findings, ..Reading::nothing("structured") }
}

/// Sixty findings in long words, some answered, some left without a ruling, an attempt with sixty long paths, a second
/// answer with sixty more: whatever `next` has to say of them, the answer stays small and its pages hide none.
#[test]
fn loop_status_stays_small_with_sixty_findings_in_long_words() {
    let mut room = Room::new();
    let mut look = |machine: &Machine, name: &str| {
        let id = format!("rl-{name}-{}", room.held);
        room.held += 1;
        store(&mut room.log, &id, &machine.entries);
        resumes(&room, &id, machine, room.held == 1);
    };
    for name in ["bazinga", "gsd", "countersign"] {
        let protocol = Protocol::named(name).unwrap();
        let mut dice = Dice(7);
        let mut subject = subject_of(&protocol, &mut dice);
        if let Subject::Change { id, .. } = &mut subject {
            *id = "A-GROUP-".repeat(8);
        }
        let mut machine = Machine::open(protocol, subject);
        for n in 0..60 {
            machine.touch(&format!("src/{}/{n}.rs", "a-long-folder-name/".repeat(15)), 10);
        }
        machine.open_pass().unwrap();
        machine.answered(sixty(Severity::Critical), None).unwrap();
        look(&machine, name);
        let answer = |id: &FindingId, response| Response {
            finding_id: id.clone(),
            response,
            details: Some("done".to_owned()),
            reason: Some("`load` in src/a.rs:3 checks it before the call".to_owned()),
            reason_kind: None,
            commit: None,
            tech_debt_id: None,
        };
        let fits = |f: &countersign::domain::finding::Finding| f.id.as_str().len() <= FindingId::LONGEST;
        assert!(machine.state.findings.iter().all(fits), "a tool would refuse the id");
        let ids: Vec<FindingId> = machine.state.findings.iter().map(|f| f.id.clone()).collect();
        if machine.respond(&[answer(&ids[0], ResponseKind::Fixed)]).is_err() {
            continue;
        }
        look(&machine, name);
        let rejected: Vec<Response> =
            ids.iter().skip(1).map(|id| answer(id, ResponseKind::Rejected)).collect();
        machine.respond(&rejected).unwrap();
        look(&machine, name);
        machine.dissent(&sixty(Severity::Critical)).unwrap();
        look(&machine, name);
        if machine.open_pass().is_ok() {
            for _ in 0..2 {
                let said = Reading { claimed_verdict: Verdict::Approved, ..Reading::nothing("structured") };
                let _ = machine.answered(said, None);
                look(&machine, name);
            }
        }
    }
}

/// A repository that holds a few loops: each answer looks at all there are.
struct Room {
    log: Store,
    app: App,
    held: usize,
    scene: Scene,
}

impl Room {
    fn new() -> Room {
        let scene = Scene::new();
        scene.commit("start", &[("README.md", "cart\n")]);
        let log = Store::open(&scene.root().join(".git")).unwrap();
        Room { log, app: App::new(scene.root()), held: 0, scene }
    }
}

#[test]
fn every_protocol_resumes_at_every_state() {
    let mut room = Room::new();
    let (mut met, mut ended) = (BTreeSet::new(), 0);
    for protocol in Protocol::all() {
        for seed in 0..LOOPS_A_PROTOCOL {
            let mut dice = Dice(seed);
            let subject = subject_of(&protocol, &mut dice);
            let mut machine = Machine::open(protocol.clone(), subject);
            for step in 0..STEPS {
                // Each state once for each protocol, and each loop where it ends up.
                let state = (protocol.name.clone(), kind(&machine.state.standing));
                if met.insert(state) || (step + 1 == STEPS && seed < ENDS) {
                    let id = format!("rl-{}-{seed}-{step}", protocol.name);
                    if room.held == LOOPS_A_ROOM {
                        room = Room::new();
                    }
                    room.held += 1;
                    store(&mut room.log, &id, &machine.entries);
                    resumes(&room, &id, &machine, room.held == 1);
                    if machine.state.outcome().is_some() && room.held > 1 {
                        // What has ended is found without its id where nothing else is there.
                        let mut alone = Room::new();
                        store(&mut alone.log, &id, &machine.entries);
                        resumes(&alone, &id, &machine, true);
                        ended += 1;
                    }
                }
                if dice.roll(6) == 0 {
                    disobey(&mut machine, &mut dice);
                } else {
                    let next = machine.next();
                    obey(&mut machine, &next, &mut dice);
                }
            }
        }
    }
    for standing in ["Review", "NextReview", "Fix", "Ask", "Closed"] {
        for protocol in Protocol::all() {
            let reached = met.iter().any(|(name, kind)| *name == protocol.name && kind.starts_with(standing));
            // Where nobody is ever asked there is no such state.
            let asked = standing != "Ask" || protocol.name != "ralph";
            assert!(reached || !asked, "{} never stood at {standing}", protocol.name);
        }
    }
    for standing in ["Reexecute", "Retest", "Unreviewed"] {
        assert!(met.iter().any(|(_, kind)| kind.starts_with(standing)), "nobody stood at {standing}");
    }
    assert!(ended > 30, "{ended} ended loops were looked for without their ids");
    assert!(met.len() > 60, "{} states: {met:?}", met.len());
}
