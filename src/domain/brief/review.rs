//! The brief of a reviewer.
//!
//! Room is given out in this order: the fixed text; requirements, context and open findings up to
//! their shares; the task; what changed since the last findings; the whole diff; the changed files.

use minijinja::context;

use super::budget::{self, FRAME, LIST};
use super::claims::{self, CLAIMS};
use super::hunks::{self, Command};
use super::{BUDGET, Brief, LeftOut, Material, answer_form, document, findings, form, render};
use crate::domain::diff::Diff;
use crate::domain::envelope;
use crate::domain::protocol::{Protocol, SeverityWord};
use crate::domain::range::Outside;
use crate::domain::review::Severity;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, PassReason};
use crate::domain::subject::{PinnedChange, Requirement, Subject};

const REVIEW: &str = include_str!("../../../agents/briefs/review.md");

pub(super) const TITLE: usize = 600;
const COMMITS: usize = 1536;
const SCOPE: usize = 1024;
/// Files named one by one where the change leaves the task's list.
const NAMED: usize = 12;
pub(super) const REQUIREMENTS: usize = 2 * 1024;
const CONTEXT: usize = 3 * 1024;
pub(super) const FINDINGS: usize = 7 * 1024;
/// What the task may always take; it gets half of what the shares above it leave.
const TASK: usize = 8 * 1024;

/// Writes the brief for a pass. `since` is what changed since the last answered pass, where there is one.
pub fn review(state: &LoopState, pass: &PassRecord, material: &Material<'_>, since: Option<&Diff>) -> Brief {
    if let Some(under_review) = &material.document {
        return document::review(state, pass, material, under_review, since);
    }
    let tag = material.tag;
    let mut left_out = Vec::new();
    let fixed = envelope::weight(&render_review(state, pass, material, &Parts::default()));
    let mut room = BUDGET.saturating_sub(fixed + LIST + FRAME);
    let mut parts = Parts {
        title: budget::seal_beginning(tag, "title", &envelope::one_line(state.subject.title()), TITLE).0,
        commits: commits(tag, material.change, &mut left_out),
        requirements: requirements(&state.contract.requirements, tag, &mut left_out),
        context: outside(state, tag, &mut left_out),
        claims: claims::seal(tag, material.report, &mut left_out),
        scope: scope(tag, &state.subject, material.change),
        ..Parts::default()
    };
    let open = findings::open(state);
    if !open.is_empty() {
        parts.findings = findings::seal(state, tag, open, FINDINGS, &mut left_out);
    }
    let shares = [&parts.requirements, &parts.context, &parts.findings, &parts.claims];
    let taken: usize = shares.iter().map(|p| envelope::weight(p)).sum();
    let claims = if material.report.is_some() { CLAIMS } else { 0 };
    let unused = (REQUIREMENTS + CONTEXT + FINDINGS + claims).saturating_sub(taken);
    let (contract, more) = budget::seal_task(tag, &state.contract.text, TASK + unused / 2);
    if more > 0 {
        left_out.insert(0, budget::task_row(state, more));
    }
    parts.contract = contract;
    let first = taken
        + [&parts.title, &parts.commits, &parts.contract, &parts.scope]
            .map(|p| envelope::weight(p))
            .iter()
            .sum::<usize>();
    room = room.saturating_sub(first);
    if let (Some(since), Some(last)) = (since.filter(|d| !d.is_empty()), state.answered()) {
        let command = Command::between(&last.change.head, &material.change.head);
        let listed = state.subject.files();
        parts.since = hunks::seal(tag, "diff since then", since, listed, &command, room, &mut left_out);
        room = room.saturating_sub(envelope::weight(&parts.since));
    }
    let command = Command::of(material.change);
    let listed = state.subject.files();
    parts.diff = hunks::seal(tag, "diff", material.diff, listed, &command, room, &mut left_out);
    room = room.saturating_sub(envelope::weight(&parts.diff));
    parts.affected = affected(state, material, room, &mut left_out);
    let truncated = budget::limit(left_out, command.stat());
    parts.left_out = budget::seal_rows(tag, &truncated);
    Brief { text: render_review(state, pass, material, &parts), truncated }
}

/// The sections of a brief that grow with what they hold, sealed.
#[derive(Debug, Default)]
struct Parts {
    title: String,
    contract: String,
    requirements: String,
    context: String,
    commits: String,
    claims: String,
    scope: String,
    since: String,
    diff: String,
    affected: String,
    left_out: String,
    findings: String,
}

fn render_review(state: &LoopState, pass: &PassRecord, material: &Material<'_>, parts: &Parts) -> String {
    let protocol = &state.protocol;
    let noun = state.subject.kind().noun();
    let levels = levels(protocol);
    let re_review = pass.number > 1 && pass.reason != PassReason::First;
    render(
        REVIEW,
        context! {
            label => budget::label(state),
            title => parts.title.as_str(),
            noun,
            pass => pass.number,
            max_passes => protocol.max_passes.max(pass.number),
            re_review,
            unchanged => pass.unchanged,
            tag => material.tag,
            contract => parts.contract.as_str(),
            requirements => parts.requirements.as_str(),
            context => parts.context.as_str(),
            range => range_line(material.change),
            commits => parts.commits.as_str(),
            claims => parts.claims.as_str(),
            scope => parts.scope.as_str(),
            since => parts.since.as_str(),
            diff => parts.diff.as_str(),
            affected => parts.affected.as_str(),
            left_out => parts.left_out.as_str(),
            findings => parts.findings.as_str(),
            open => !state.open_findings().is_empty(),
            to_rule => !findings::to_rule_on(state).is_empty(),
            severities => levels,
            architecture => architecture(protocol),
            rubric => rubric_rows(state),
            loop_id => state.id.as_str(),
            countersign => pass.countersign.as_str(),
            form => answer_form(state, pass),
        },
    )
}

/// The protocol's words for severities, each with what it means.
pub(super) fn levels(protocol: &Protocol) -> Vec<String> {
    let level = |w: &SeverityWord| {
        let blocks = protocol.blocks(w.severity);
        // A requirement that is not met may block below the severities that always do.
        let unmet = match protocol.unmet_from {
            Some(from) if !blocks && w.severity <= from => "; an unmet requirement of it blocks all the same",
            Some(_) | None => "",
        };
        format!("`{}`: {}{unmet}", w.word, meaning(blocks, w.severity))
    };
    protocol.severity_words.iter().map(level).collect()
}

/// The most that a concern of architecture may be, where the protocol caps it.
pub(super) fn architecture(protocol: &Protocol) -> Option<&str> {
    protocol.architectural_cap.map(|cap| protocol.word(cap))
}

/// The questions of a review, for its template.
pub(super) fn rubric_rows(state: &LoopState) -> Vec<minijinja::Value> {
    form::rubric(state)
        .iter()
        .map(|d| context! { name => d.name.as_str(), asks => d.asks.as_str() })
        .collect()
}

fn meaning(blocks: bool, severity: Severity) -> &'static str {
    match (blocks, severity) {
        (true, _) => "the work must not go on with it: wrong, missing, unsafe. Blocks",
        (false, Severity::Info) => "worth knowing, nothing to do now",
        (false, _) => "should be better, does not block",
    }
}

/// Says what the range is, in ids and numbers only.
fn range_line(change: &PinnedChange) -> String {
    let base = change.base.as_ref().map_or("(the beginning)", |b| b.as_str());
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let (files, commits) = (change.files.len(), change.commits.len());
    format!(
        "Base {base}, head {}: {files} file{}, +{} −{}, {commits} commit{}.",
        change.head,
        plural(files),
        change.insertions,
        change.deletions,
        plural(commits)
    )
}

fn commits(tag: &str, change: &PinnedChange, left_out: &mut Vec<LeftOut>) -> String {
    const MOST: usize = 10;
    if change.commits.is_empty() {
        return String::new();
    }
    let mut lines: Vec<String> = change
        .commits
        .iter()
        .take(MOST)
        .map(|c| format!("{} {}", c.id.short(), budget::shortened(&one_line(&c.subject), 200, "git show")))
        .collect();
    let more = change.commits.len().saturating_sub(MOST);
    if more > 0 {
        lines.push(format!("and {more} more"));
        left_out.push(LeftOut {
            path: "(commits)".to_owned(),
            what: format!(
                "{more} commits after the first {MOST}: `git log --oneline {}` lists them",
                change.head
            ),
        });
    }
    let (sealed, cut) = budget::seal_beginning(tag, "commits", &lines.join("\n"), COMMITS);
    if cut > 0 {
        left_out.push(LeftOut {
            path: "(commits)".to_owned(),
            what: format!("{cut} characters of commit subjects: `git log --oneline {}`", change.head),
        });
    }
    sealed
}

/// Says where the change leaves the task's list of files (SPEC 7.4).
fn scope(tag: &str, subject: &Subject, change: &PinnedChange) -> String {
    let lines = Outside::of(subject, change).lines(NAMED);
    if lines.is_empty() {
        return String::new();
    }
    budget::seal_beginning(tag, "scope", &lines.join("\n"), SCOPE).0
}

/// Puts a text on one line; sealing makes it visible.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn requirements(requirements: &[Requirement], tag: &str, left_out: &mut Vec<LeftOut>) -> String {
    let lines: Vec<String> = requirements
        .iter()
        .map(|r| {
            format!("{}: {}", r.id, r.text.as_deref().unwrap_or("(no text found in the project's documents)"))
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let (sealed, cut) = budget::seal_beginning(tag, "requirements", &lines.join("\n"), REQUIREMENTS);
    if cut > 0 {
        left_out.push(LeftOut {
            path: "(requirements)".to_owned(),
            what: format!("{cut} characters of the requirements: read them in the project's documents"),
        });
    }
    sealed
}

pub(super) fn outside(state: &LoopState, tag: &str, left_out: &mut Vec<LeftOut>) -> String {
    let pieces = &state.contract.context;
    let text: Vec<String> = pieces.iter().map(|c| format!("{}\n\n{}", one_line(&c.title), c.text)).collect();
    if text.is_empty() {
        return String::new();
    }
    let (sealed, cut) = budget::seal_beginning(tag, "context", &text.join("\n\n"), CONTEXT);
    if cut > 0 {
        left_out.push(LeftOut {
            path: "(context)".to_owned(),
            what: format!("{cut} characters of the context given from outside: ask the caller for them"),
        });
    }
    sealed
}

fn affected(
    state: &LoopState,
    material: &Material<'_>,
    mut room: usize,
    left_out: &mut Vec<LeftOut>,
) -> String {
    let changed = material.change.insertions.saturating_add(material.change.deletions);
    let limit = state.protocol.affected_files_up_to;
    if changed > limit {
        left_out.push(LeftOut {
            path: "(changed files)".to_owned(),
            what: format!("the files whole: {changed} lines changed, over {limit}"),
        });
        return String::new();
    }
    let mut parts = Vec::new();
    for (path, text) in material.affected {
        let part = envelope::seal(material.tag, path.as_str(), text.trim_end_matches('\n'));
        let weight = envelope::weight(&part) + 4;
        if weight <= room {
            room -= weight;
            parts.push(part);
        } else {
            left_out.push(LeftOut {
                path: budget::short_path(path.as_str()),
                what: format!("the whole file as it is now ({} bytes): read it", text.len()),
            });
        }
    }
    parts.join("\n\n")
}
