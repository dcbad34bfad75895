//! Whole briefs of documents, as text; and that they keep their size whatever the document's.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use expect_test::expect_file;

use crate::domain::brief::tests::{
    TAG, change, file, finding, keeps_its_promises, oid, one_file, open_pass, path, second,
};
use crate::domain::brief::{AtPath, BUDGET, Brief, Document, Material, review};
use crate::domain::diff::Diff;
use crate::domain::protocol::Protocol;
use crate::domain::review::{RawFinding, Severity};
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::event::{Precheck, PrecheckVerdict};
use crate::domain::subject::{Requirement, Subject};

const DESIGN: &str = "# Design\n\nOne door.\n";

/// A loop over a design with one open finding.
pub(in crate::domain::brief) fn design() -> LoopState {
    let mut state = second(&[finding(1, Severity::High, "feasibility")], &one_file());
    state.protocol = Protocol::named("ralph").unwrap();
    state.contract.text = "# Goal of the spec\n\nPeople can log in.".to_owned();
    state.subject = Subject::Artifact {
        path: path("specs/login/design.md"),
        artifact: "design".to_owned(),
        spec: "login".to_owned(),
        branch: None,
    };
    state
}

pub(in crate::domain::brief) fn write(
    state: &LoopState,
    text: &str,
    paths: &[(String, AtPath)],
    since: Option<&Diff>,
) -> Brief {
    let written = write_at_most(state, text, paths, since, BUDGET).unwrap();
    keeps_its_promises(state, &written, &[(None, since.unwrap_or(&Diff::default()))]);
    written
}

/// Writes it within a budget, in weighed bytes.
pub(in crate::domain::brief) fn write_within(
    state: &LoopState,
    text: &str,
    budget: usize,
) -> Result<Brief, usize> {
    write_at_most(state, text, &[], None, budget)
}

fn write_at_most(
    state: &LoopState,
    text: &str,
    paths: &[(String, AtPath)],
    since: Option<&Diff>,
    budget: usize,
) -> Result<Brief, usize> {
    let pass = state.pass().unwrap();
    let requirements = [Requirement { id: "AC-1".to_owned(), text: Some("log in".to_owned()) }];
    let document =
        Document { text, upstream: &state.contract.text, missing: &[], requirements: &requirements, paths };
    let marked = BTreeMap::new();
    let material = Material {
        unread: 0,
        tag: TAG,
        budget,
        marked: &marked,
        change: &pass.change,
        diff: &Diff::default(),
        affected: &[],
        beside: &[],
        verdict_like: &[],
        document: Some(document),
        report: None,
    };
    review(state, pass, &material, since)
}

#[test]
fn a_document_is_shown_whole_with_what_it_answers_to() {
    let mut state = design();
    open_pass(&mut state, 2, &change(Some(oid('a')), &[], &one_file()));
    let mut said = RawFinding::new(Severity::Medium, "The file structure is missing");
    said.suggestion = Some("list the files".to_owned());
    state.passes[1].precheck = Some(Precheck { verdict: PrecheckVerdict::Conditional, findings: vec![said] });
    let since = Diff { files: vec![file("specs/login/design.md", 1, 1, "One door.")] };
    let paths =
        [("src/door.rs", AtPath::There), ("src/gone.rs", AtPath::Missing), ("src/bell.rs", AtPath::New)]
            .map(|(path, standing)| (path.to_owned(), standing));
    let written = write(&state, DESIGN, &paths, Some(&since));
    assert_eq!(written.truncated, []);
    expect_file!["../../../../tests/goldens/briefs/document.md"].assert_eq(&written.text);
}

#[test]
fn a_document_of_any_size_fits() {
    let mut state = design();
    state.contract.text = "upstream ".repeat(20_000);
    open_pass(&mut state, 2, &change(Some(oid('a')), &[], &one_file()));
    let paths: Vec<(String, AtPath)> = (0..5000).map(|n| (format!("src/{n}.rs"), AtPath::Missing)).collect();
    let since = Diff { files: vec![file("specs/login/design.md", 40, 30, &"wide ".repeat(30))] };
    let written = write(&state, &"<data> words of the document\n".repeat(10_000), &paths, Some(&since));
    let cut: Vec<&str> = written.truncated.iter().map(|l| l.path.as_str()).collect();
    for path in ["specs/login/design.md", "(upstream)", "(paths)"] {
        assert!(cut.contains(&path), "{path} in {cut:?}");
    }
}
