//! A seventh system runs on the machine as it is: one value, nothing else (SPEC 4). It combines rules that no built
//! system combines, so that a rule which secretly belongs to one of them would show.

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::domain::dialect::Reading;
use countersign::domain::ids::FindingId;
use countersign::domain::protocol::{
    AtLimit, Choice, Effect, FixCommit, NoReviewer, Protocol, RequestsRestOn, Tier,
};
use countersign::domain::review::{Location, RawFinding, Response, ResponseKind, Severity, Verdict};
use countersign::domain::review_loop::Standing;
use countersign::domain::review_loop::event::Outcome;
use countersign::domain::subject::Subject;

use crate::machine::Machine;

/// Three tiers of one pass each, medium blocks, a lead who may take the work over, commits only after approval.
fn acme() -> Protocol {
    Protocol {
        name: "acme".to_owned(),
        blocking: vec![Severity::Critical, Severity::High, Severity::Medium],
        requests_rest_on: RequestsRestOn::AnyFinding,
        restart_on: Some(Severity::Critical),
        tiers: vec![
            Tier::new("developer", "acme-coder"),
            Tier::new("senior_engineer", "acme-mentor"),
            Tier::new("senior_engineer_2", "acme-architect"),
        ],
        max_passes: 1,
        max_no_progress: None,
        at_limit: AtLimit::Ask,
        no_reviewer: NoReviewer::Proceed,
        responses_required: true,
        technical_reasons: false,
        fix_commit: FixCommit::None,
        commit_after_approval: true,
        finding_ids: "ACME-{pass}-{seq}".to_owned(),
        manager_choices: vec![
            Choice::new("ship", "ship it as it is", Effect::Accept),
            Choice::new("redo", "do it again", Effect::Reexecute),
        ],
        ..Protocol::named("countersign").unwrap()
    }
}

fn asks_for(severity: Severity) -> Reading {
    let mut finding = RawFinding::new(severity, "No discount");
    finding.locations.push(Location { file: "src/a.rs".to_owned(), line: Some(3), end_line: None });
    finding.why = Some("totals are wrong".to_owned());
    Reading {
        claimed_verdict: Verdict::ChangesRequested,
        findings: vec![finding],
        parsed: true,
        ..Reading::nothing("structured")
    }
}

fn fixed(id: &str) -> Response {
    Response {
        finding_id: FindingId::new(id),
        response: ResponseKind::Fixed,
        details: Some("subtracted".to_owned()),
        reason: None,
        reason_kind: None,
        commit: None,
        tech_debt_id: None,
    }
}

#[test]
fn a_seventh_system_is_one_value() {
    let change =
        Subject::Change { id: "CART".to_owned(), title: "Sum".to_owned(), files: Vec::new(), branch: None };
    let mut machine = Machine::open(acme(), change);
    for (agent, severity) in
        [("acme-mentor", Severity::Medium), ("acme-architect", Severity::High), ("", Severity::High)]
    {
        machine.open_pass().unwrap();
        machine.answered(asks_for(severity), None).unwrap();
        let next = machine.next();
        if agent.is_empty() {
            assert_eq!(next.options, ["ship", "redo"]);
            break;
        }
        assert_eq!(next.agent.as_deref(), Some(agent));
        assert_eq!(next.commit.as_deref(), Some("none"));
        assert_eq!(next.findings[0].id, "ACME-1-001");
        machine.touch("src/b.rs", 9);
        assert!(machine.respond(&[fixed("ACME-1-001")]).unwrap().is_empty());
    }
    machine.decide("redo").unwrap();
    let next = machine.next();
    assert_eq!(
        (next.files, next.added),
        (vec!["src/a.rs".into(), "src/b.rs".into()], vec!["src/new.rs".into()])
    );
    machine.open_pass().unwrap();
    machine.unavailable("on holiday").unwrap();
    assert_eq!(machine.state.standing, Standing::Closed(Outcome::AcceptedWithWarnings));
    assert_eq!(machine.next().files, ["src/a.rs", "src/b.rs", "src/new.rs"]);
}

/// A loop keeps the rules it began with. Some were stored by rules that were made to ask and had nothing to offer:
/// the question can be answered all the same, and ends the loop.
#[test]
fn a_question_without_choices_of_its_own_can_be_ended() {
    let change = || Subject::Change {
        id: "CART".to_owned(),
        title: "Sum".to_owned(),
        files: Vec::new(),
        branch: None,
    };
    let only_fix = vec![Choice::new("fix", "mend it", Effect::Fix)];
    for (offered, at_limit, absent) in [
        (Vec::new(), vec!["stop", "abandon"], vec!["retry", "stop", "abandon"]),
        // Choices that only send the loop on run out, and would leave none.
        (only_fix, vec!["fix", "stop", "abandon"], vec!["retry", "stop", "abandon"]),
    ] {
        let stored = Protocol {
            max_passes: 1,
            at_limit: AtLimit::Ask,
            no_reviewer: NoReviewer::AskUser,
            user_choices: offered,
            ..Protocol::named("yolo").unwrap()
        };
        let mut machine = Machine::open(stored.clone(), change());
        machine.open_pass().unwrap();
        machine.answered(asks_for(Severity::High), None).unwrap();
        let next = machine.next();
        assert_eq!(next.options, at_limit);
        assert!(next.question.unwrap().contains("`stop`: stop here; `abandon`: give this loop up"));
        let mut other = machine.clone();
        machine.decide("stop").unwrap();
        assert_eq!(machine.state.standing, Standing::Closed(Outcome::Aborted));
        other.decide("abandon").unwrap();
        assert_eq!(other.state.standing, Standing::Closed(Outcome::Abandoned));

        let mut machine = Machine::open(stored, change());
        machine.open_pass().unwrap();
        machine.unavailable("no such agent").unwrap();
        assert_eq!(machine.next().options, absent);
        // After the choices that send it on are used up, those that end it are left.
        for _ in 0..machine.state.protocol.max_decisions {
            machine.decide("retry").unwrap();
            machine.open_pass().unwrap();
            machine.unavailable("no such agent").unwrap();
        }
        assert_eq!(machine.next().options, ["stop", "abandon"]);
        machine.decide("stop").unwrap();
        assert_eq!(machine.state.standing, Standing::Closed(Outcome::Aborted));
    }
}
