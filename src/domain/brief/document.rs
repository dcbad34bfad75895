//! The brief of a document's reviewer.
//!
//! Room is given out in this order: the fixed text; what lies upstream, requirements, context, paths, what was found
//! before and open findings up to their shares; the document; what changed in it.

use minijinja::context;

use super::budget::{self, FRAME, LIST};
use super::hunks::{self, Command};
use super::review::{FINDINGS, REQUIREMENTS, TITLE, levels, outside, requirements, rubric_rows};
use super::{BUDGET, Brief, Document, LeftOut, Material, answer_form, findings, render};
use crate::domain::diff::Diff;
use crate::domain::envelope;
use crate::domain::review_loop::LoopState;
use crate::domain::review_loop::state::PassRecord;

const DOCUMENT: &str = include_str!("../../../agents/briefs/document.md");

const UPSTREAM: usize = 7 * 1024;
const PATHS: usize = 2 * 1024;
const PRECHECK: usize = 2 * 1024;

/// The sections that grow with what they hold, sealed.
#[derive(Debug, Default)]
struct Parts {
    title: String,
    upstream: String,
    requirements: String,
    context: String,
    path: String,
    document: String,
    since: String,
    paths: String,
    precheck: String,
    left_out: String,
    findings: String,
}

/// Writes the brief for a pass over a document.
pub(super) fn review(
    state: &LoopState,
    pass: &PassRecord,
    material: &Material<'_>,
    under_review: &Document<'_>,
    since: Option<&Diff>,
) -> Brief {
    let tag = material.tag;
    let mut left_out = Vec::new();
    let fixed = envelope::weight(&rendered(state, pass, tag, &Parts::default()));
    let file = state.subject.document().map_or("the document", |p| p.as_str());
    let mut parts = Parts {
        title: budget::seal_beginning(tag, "title", &envelope::one_line(state.subject.title()), TITLE).0,
        upstream: upstream(tag, under_review.upstream, &mut left_out),
        requirements: requirements(under_review.requirements, tag, &mut left_out),
        context: outside(state, tag, &mut left_out),
        path: budget::seal_beginning(tag, "path", file, TITLE).0,
        paths: paths(tag, under_review.paths, &mut left_out),
        precheck: precheck(state, pass, tag, &mut left_out),
        ..Parts::default()
    };
    let open = findings::open(state);
    if !open.is_empty() {
        parts.findings = findings::seal(state, tag, open, FINDINGS, &mut left_out);
    }
    let shares = [
        &parts.title,
        &parts.upstream,
        &parts.requirements,
        &parts.context,
        &parts.path,
        &parts.paths,
        &parts.precheck,
        &parts.findings,
    ];
    let taken: usize = shares.iter().map(|p| envelope::weight(p)).sum();
    let mut room = BUDGET.saturating_sub(fixed + LIST + FRAME + taken);
    let (document, more) = budget::seal_beginning(tag, "document", under_review.text, room);
    if more > 0 {
        left_out.insert(
            0,
            LeftOut {
                path: budget::short_path(file),
                what: format!("{more} characters of the document: read it whole before you judge"),
            },
        );
    }
    room = room.saturating_sub(envelope::weight(&document));
    parts.document = document;
    let mut stat = String::new();
    if let (Some(since), Some(last)) = (since.filter(|d| !d.is_empty()), state.answered()) {
        let command = Command::between(&last.change.head, &material.change.head);
        parts.since = hunks::seal(tag, "diff since then", since, &[], &command, room, &mut left_out);
        stat = command.stat().to_owned();
    }
    let truncated = budget::limit(left_out, &stat);
    parts.left_out = budget::seal_rows(tag, &truncated);
    Brief { text: rendered(state, pass, tag, &parts), truncated }
}

fn rendered(state: &LoopState, pass: &PassRecord, tag: &str, parts: &Parts) -> String {
    let protocol = &state.protocol;
    render(
        DOCUMENT,
        context! {
            label => budget::label(state),
            title => parts.title.as_str(),
            noun => state.subject.kind().noun(),
            pass => pass.number,
            max_passes => protocol.max_passes.max(pass.number),
            re_review => pass.number > 1,
            unchanged => pass.unchanged,
            tag,
            upstream => parts.upstream.as_str(),
            requirements => parts.requirements.as_str(),
            context => parts.context.as_str(),
            path => parts.path.as_str(),
            document => parts.document.as_str(),
            since => parts.since.as_str(),
            paths => parts.paths.as_str(),
            precheck => parts.precheck.as_str(),
            left_out => parts.left_out.as_str(),
            findings => parts.findings.as_str(),
            open => !state.open_findings().is_empty(),
            to_rule => !findings::to_rule_on(state).is_empty(),
            rubric => rubric_rows(state),
            severities => levels(protocol),
            loop_id => state.id.as_str(),
            countersign => pass.countersign.as_str(),
            form => answer_form(state, pass),
        },
    )
}

/// Seals what lies upstream.
fn upstream(tag: &str, text: &str, left_out: &mut Vec<LeftOut>) -> String {
    if text.is_empty() {
        return String::new();
    }
    let (sealed, more) = budget::seal_beginning(tag, "upstream", text, UPSTREAM);
    if more > 0 {
        left_out.push(LeftOut {
            path: "(upstream)".to_owned(),
            what: format!("{more} characters of what lies upstream: read those documents beside it"),
        });
    }
    sealed
}

fn paths(tag: &str, paths: &[(String, bool)], left_out: &mut Vec<LeftOut>) -> String {
    if paths.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = paths
        .iter()
        .map(|(path, there)| {
            format!("{}: {}", budget::short_path(path), if *there { "exists" } else { "missing" })
        })
        .collect();
    let (sealed, more) = budget::seal_beginning(tag, "paths", &lines.join("\n"), PATHS);
    if more > 0 {
        left_out.push(LeftOut {
            path: "(paths)".to_owned(),
            what: format!("{more} characters of the list of paths; the document names {}", paths.len()),
        });
    }
    sealed
}

fn precheck(state: &LoopState, pass: &PassRecord, tag: &str, left_out: &mut Vec<LeftOut>) -> String {
    let Some(precheck) = pass.precheck.as_ref().filter(|p| !p.findings.is_empty()) else {
        return String::new();
    };
    let lines: Vec<String> = precheck
        .findings
        .iter()
        .map(|f| {
            let place = f.place().map(|p| format!(" ({p})")).unwrap_or_default();
            let mend = f.suggestion.as_deref().map(|s| format!(" — {s}")).unwrap_or_default();
            let line = format!("- [{}] {}{place}{mend}", state.protocol.word(f.severity), f.title);
            envelope::one_line(&line)
        })
        .collect();
    let (sealed, more) = budget::seal_beginning(tag, "found before", &lines.join("\n"), PRECHECK);
    if more > 0 {
        left_out.push(LeftOut {
            path: "(found before)".to_owned(),
            what: format!("{more} characters of what the structural check found: `check_plan` lists all"),
        });
    }
    sealed
}

// The requirements' share is part of the order above.
const _: () = assert!(UPSTREAM + REQUIREMENTS + PATHS + PRECHECK + FINDINGS < BUDGET);

#[cfg(test)]
mod tests;
