//! The brief of a document's reviewer.
//!
//! Room is given out in this order: the fixed text; what lies upstream, requirements, context, paths, what was found
//! before and open findings up to their shares; the document; what changed in it.

use minijinja::context;

use super::budget::{self, Most, Room, Spare, Written};
use super::cut::{Cut, Left};
use super::hunks::{self, Command, Shown};
use super::rest::{Between, Frame};
use super::review::{
    CONTEXT, FINDINGS, REQUIREMENTS, RESOLVED, SETTLED, TITLE, levels, of_limit, outside, requirements,
    resolved, rubric_rows, settled, title,
};
use super::{AtPath, BUDGET, Brief, Document, Material, answer_form, findings, render};
use crate::domain::diff::Diff;
use crate::domain::envelope;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, PassReason};

const DOCUMENT: &str = include_str!("../../../briefs/document.md");

const UPSTREAM: usize = 7 * 1024;
const PATHS: usize = 2 * 1024;
const PRECHECK: usize = 2 * 1024;

/// The document itself gets one in so many bytes, whatever stands beside it.
const DOCUMENT_AT_LEAST: usize = 4;

/// Room for the sections beside the document, given out in turn.
struct Shares {
    given: Room,
    left: usize,
    /// What sections took beyond that: more than a share is given only where it is there.
    over: usize,
}

impl Shares {
    /// Gives a section its share, or what is left.
    fn give(&mut self, share: usize, write: impl FnOnce(usize) -> String) -> String {
        let most = self.given.share(share).min(self.left);
        let section = write(most);
        let weight = envelope::weight(&section);
        self.over += weight.saturating_sub(most);
        self.left -= weight.min(most);
        section
    }
}

/// The sections that grow with what they hold, sealed.
#[derive(Debug, Default)]
struct Parts {
    title: String,
    upstream: String,
    missing: Vec<String>,
    requirements: String,
    context: String,
    path: String,
    document: String,
    since: String,
    paths: String,
    precheck: String,
    left_out: String,
    findings: String,
    /// Rejections that hold.
    settled: String,
    resolved: String,
    /// How many parts there are.
    further: usize,
}

/// Writes the brief for a pass over a document.
///
/// # Errors
///
/// The least budget that would do.
pub(super) fn review(
    state: &LoopState,
    pass: &PassRecord,
    material: &Material<'_>,
    under_review: &Document<'_>,
    since: Option<&Diff>,
    spare: Spare,
    most: Most,
) -> Result<Written, usize> {
    let tag = material.tag;
    let last = state.looked();
    let command = last.map(|last| Command::between(&last.change.head, &material.change.head));
    let between = last.map(|last| Between::of(Some(&last.change.head), &material.change.head));
    let mut cut = Cut::default();
    let least = Parts { missing: under_review.missing.to_vec(), ..Parts::default() };
    let fixed = envelope::weight(&rendered(state, pass, tag, &least));
    let given = spare.after(fixed)?;
    let file = state.subject.document().map_or("the document", |p| p.as_str());
    let path = envelope::seal(tag, "path", &budget::short_path(file));
    let room = given.room.saturating_sub(envelope::weight(&path));
    // What is reviewed is shown beside all that helps to review it.
    let mut shares = Shares { given, left: room - room / DOCUMENT_AT_LEAST, over: 0 };
    let all = shares.left;
    let mut parts = Parts {
        missing: under_review.missing.to_vec(),
        path,
        title: shares.give(TITLE, |most| title(tag, state, most, &mut cut)),
        upstream: shares.give(UPSTREAM, |most| upstream(tag, under_review.upstream, most, &mut cut)),
        requirements: shares
            .give(REQUIREMENTS, |most| requirements(state, under_review.requirements, tag, most, &mut cut)),
        ..Parts::default()
    };
    let open = findings::open(state);
    if !open.is_empty() {
        let share = |room: usize| most.of_findings(room);
        parts.findings =
            shares.give(FINDINGS, |room| findings::seal(state, tag, open, share(room), &mut cut));
    }
    parts.settled = shares.give(SETTLED, |most| settled(tag, state, most, &mut cut));
    parts.resolved = shares.give(RESOLVED, |most| resolved(tag, state, most, &mut cut));
    parts.precheck = shares.give(PRECHECK, |most| precheck(state, pass, tag, most, &mut cut));
    parts.paths = shares.give(PATHS, |most| paths(tag, under_review.paths, most, &mut cut));
    parts.context = shares.give(CONTEXT, |room| outside(state, tag, most.of_context(room), &mut cut));
    let mut room = room.saturating_sub(all - shares.left + shares.over);
    let (document, more) = budget::seal_first(tag, "document", under_review.text, room);
    let is_whole = more.is_empty();
    if !more.is_empty() {
        let count = more.chars().count();
        let what = format!("{count} characters of the document: read it whole before you judge");
        cut.keep(budget::short_path(file), what, Left::more("document", more).first());
    }
    room = room.saturating_sub(envelope::weight(&document));
    parts.document = document;
    if let (Some(diff), Some(between), Some(command)) = (since.filter(|d| !d.is_empty()), &between, &command)
    {
        let (listed, marked) = (&[], material.marked);
        let shown = Shown { name: "diff since then", diff, between, listed, marked, command };
        parts.since = hunks::seal(tag, shown, room, &mut cut);
        room = room.saturating_sub(envelope::weight(&parts.since));
    }
    let packed = cut.pack(tag, Frame { state, tag, mends: None }.room(material.budget), spare.probing);
    let stat = command.as_ref().map_or("", Command::stat);
    parts.left_out = budget::seal_rows(tag, &packed.rows, stat, spare.list());
    let truncated = budget::limit(packed.rows, stat);
    parts.further = packed.rest.count();
    let text = rendered(state, pass, tag, &parts);
    let left = if is_whole { room } else { 0 };
    let (findings, context) = (envelope::weight(&parts.findings), envelope::weight(&parts.context));
    Ok(Written { brief: Brief { text, truncated, rest: packed.rest }, left, findings, context })
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
            of_limit => of_limit(state, pass.number, 1),
            re_review => pass.number > 1,
            unchanged => pass.unchanged,
            fresh => pass.reason == PassReason::Fresh,
            tag,
            upstream => parts.upstream.as_str(),
            missing => parts.missing.join(", "),
            requirements => parts.requirements.as_str(),
            context => parts.context.as_str(),
            path => parts.path.as_str(),
            document => parts.document.as_str(),
            since => parts.since.as_str(),
            paths => parts.paths.as_str(),
            precheck => parts.precheck.as_str(),
            left_out => parts.left_out.as_str(),
            parts => parts.further,
            findings => parts.findings.as_str(),
            settled => parts.settled.as_str(),
            resolved => parts.resolved.as_str(),
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
pub(super) fn upstream(tag: &str, text: &str, most: usize, cut: &mut Cut<'_>) -> String {
    if text.is_empty() {
        return String::new();
    }
    let (sealed, more) = budget::seal_first(tag, "upstream", text, most);
    if !more.is_empty() {
        let count = more.chars().count();
        let what = format!("{count} characters of what lies upstream: read those documents beside it");
        cut.keep("(upstream)", what, Left::more("upstream", more.to_owned()));
    }
    sealed
}

fn paths(tag: &str, paths: &[(String, AtPath)], most: usize, cut: &mut Cut<'_>) -> String {
    if paths.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = paths
        .iter()
        .map(|(path, standing)| format!("{}: {}", budget::short_path(path), standing.as_str()))
        .collect();
    let text = lines.join("\n");
    let (sealed, more) = budget::seal_first(tag, "paths", &text, most);
    if !more.is_empty() {
        let count = more.chars().count();
        let what = format!("{count} characters of the list of paths; the document names {}", paths.len());
        cut.keep("(paths)", what, Left::more("paths", more.to_owned()));
    }
    sealed
}

fn precheck(state: &LoopState, pass: &PassRecord, tag: &str, most: usize, cut: &mut Cut<'_>) -> String {
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
            envelope::flat(&line)
        })
        .collect();
    let text = lines.join("\n");
    let (sealed, more) = budget::seal_first(tag, "found before", &text, most);
    if !more.is_empty() {
        let count = more.chars().count();
        let what = format!("{count} characters of what the structural check found: `check_plan` lists all");
        cut.keep("(found before)", what, Left::more("found before", more.to_owned()));
    }
    sealed
}

// The requirements' share is part of the order above.
const _: () = assert!(UPSTREAM + REQUIREMENTS + PATHS + PRECHECK + FINDINGS + SETTLED < BUDGET);

#[cfg(test)]
pub(super) mod tests;
