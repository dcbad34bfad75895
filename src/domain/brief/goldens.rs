//! The brief of every role under every protocol, whole, to be read as the one who must act on it. `UPDATE_EXPECT=1`
//! writes them anew.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use expect_test::expect_file;

use super::tests::{TAG, answered, change, file, finding, oid, one_file, open_pass, path, second, summed};
use super::{BUDGET, Document, Material, Upstream, fix, review};
use crate::domain::diff::Diff;
use crate::domain::protocol::Protocol;
use crate::domain::review::{ResponseKind, Severity};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::{Precheck, PrecheckVerdict};
use crate::domain::review_loop::next::{Surroundings, next_step};
use crate::domain::review_loop::state::Standing;
use crate::domain::subject::{ContextPiece, Requirement, Subject};

/// What each system reviews most.
fn subject(protocol: &str) -> Subject {
    let task = second(&[], &one_file()).subject;
    let plan_path = path(".yolo-planning/phases/01-x/01-01-PLAN.md");
    let (phase, plan, stem, title) =
        ("01-x".to_owned(), "01".to_owned(), "01-01".to_owned(), "Sum".to_owned());
    match protocol {
        "gsd" => Subject::Execution {
            plan_path,
            phase,
            plan,
            stem,
            title,
            files: vec!["src/sum.js".to_owned()],
            branch: None,
        },
        "yolo" => Subject::Plan { plan_path, phase, plan, stem, title, branch: None },
        "ralph" => Subject::Artifact {
            path: path("specs/sum/design.md"),
            artifact: "design".to_owned(),
            spec: "sum".to_owned(),
            branch: None,
        },
        "bazinga" => Subject::Change {
            id: "SUM".to_owned(),
            title,
            files: vec!["src/sum.js".to_owned()],
            branch: None,
        },
        _ => task,
    }
}

/// A loop under a protocol after a first review with two findings, one answered as fixed, one rejected.
fn state(protocol: Protocol) -> LoopState {
    let answer = |id: usize, severity, response, words: &str| {
        let mut finding = finding(id, severity, "the sum");
        finding.said.requirement = Some("SUM-01".to_owned());
        answered(finding, response, words)
    };
    let findings = [
        answer(1, Severity::Critical, ResponseKind::Fixed, "summed in sum.js"),
        answer(2, Severity::Medium, ResponseKind::Rejected, "the plan names it so"),
    ];
    let mut state = second(&findings, &one_file());
    state.subject = subject(&protocol.name);
    if state.subject.document().is_some() {
        // What is asked of a document lies upstream of it.
        state.contract.text.clear();
    }
    state.protocol = protocol;
    state.contract.requirements =
        vec![Requirement { id: "SUM-01".to_owned(), text: Some("Sums are right".to_owned()) }];
    state.contract.context =
        vec![ContextPiece::new("From the chat".to_owned(), "Sums may be negative.".to_owned())];
    state
}

fn brief(state: &LoopState, since: Option<&Diff>) -> String {
    let pass = state.pass().unwrap();
    let marked = BTreeMap::new();
    let affected = [summed()];
    let document = state.subject.document().map(|_| Document {
        text: "# Design\n\nIt sums.\n",
        upstream: "# Goal\n\nSums.",
        requirements: &state.contract.requirements,
        paths: &[],
    });
    let material = Material {
        tag: TAG,
        budget: BUDGET,
        marked: &marked,
        change: &pass.change,
        diff: &one_file(),
        affected: if document.is_some() { &[] } else { &affected },
        unread: 0,
        document,
        report: None,
    };
    review(state, pass, &material, since).unwrap().text
}

#[test]
fn every_reviewers_brief() {
    for protocol in Protocol::all() {
        let name = protocol.name.clone();
        let mut first = state(protocol.clone());
        first.findings.clear();
        first.passes.clear();
        open_pass(&mut first, 1, &change(Some(oid('a')), &["feat(01-01): sum"], &one_file()));
        if protocol.precheck {
            let said = finding(9, Severity::Medium, "no done criterion").said;
            first.passes[0].precheck =
                Some(Precheck { verdict: PrecheckVerdict::Conditional, findings: vec![said] });
        }
        let folder = "../../../tests/goldens/briefs";
        expect_file![format!("{folder}/{name}_first.md")].assert_eq(&brief(&first, None));
        let mut again = state(protocol);
        let mut settled = finding(3, Severity::High, "a name");
        settled.status = crate::domain::finding::FindingStatus::Resolved;
        settled.response = again.findings[1].response.clone();
        settled.ruling = Some(crate::domain::review::RulingKind::Accepted);
        again.findings.push(settled);
        let mut gone = finding(4, Severity::High, "the rounding");
        gone.status = crate::domain::finding::FindingStatus::Resolved;
        gone.resolved_by = Some("region_changed".to_owned());
        again.findings.push(gone);
        open_pass(&mut again, 2, &change(Some(oid('a')), &["feat(01-01): sum"], &one_file()));
        let since = Diff { files: vec![file("src/sum.js", 1, 1, "the delta")] };
        expect_file![format!("{folder}/{name}_again.md")].assert_eq(&brief(&again, Some(&since)));
    }
}

#[test]
fn every_brief_of_who_mends() {
    for protocol in Protocol::all() {
        let name = protocol.name.clone();
        let restarts = protocol.restart_on.is_some();
        let mut state = state(protocol);
        for finding in &mut state.findings {
            finding.response = None;
        }
        state.standing = if restarts { Standing::Reexecute } else { Standing::Fix };
        let step = next_step(&state, Surroundings { may_amend: true });
        let upstream = match state.subject.document() {
            Some(_) => Upstream { text: "# Goal\n\nSums.", requirements: &state.contract.requirements },
            None => Upstream::default(),
        };
        let written = fix(&state, &step, TAG, upstream).text;
        expect_file![format!(
            "../../../tests/goldens/briefs/{name}_{}.md",
            if restarts { "reexecute" } else { "fix" }
        )]
        .assert_eq(&written);
    }
}
