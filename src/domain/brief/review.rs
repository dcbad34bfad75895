//! The brief of a reviewer.
//!
//! Room is given out in this order: the fixed text; requirements, context and open findings up to their shares; the
//! task, whole where it fits; what changed since the last review; the whole diff; the changed files. What finds no
//! room goes to further parts.

use minijinja::context;

use super::budget::{self, Most, Spare, Written};
use super::claims::{self, CLAIMS};
use super::cut::{Cut, Left};
use super::hunks::{self, Command, Shown};
use super::rest::{Between, Frame};
use super::{Affected, Brief, Material, Place, answer_form, document, findings, form, render};
use crate::domain::diff::Diff;
use crate::domain::envelope;
use crate::domain::finding::Finding;
use crate::domain::protocol::{Protocol, SeverityWord};
use crate::domain::range::Outside;
use crate::domain::review::Severity;
use crate::domain::review_loop::state::PassRecord;
use crate::domain::review_loop::{LoopState, PassReason, course};
use crate::domain::subject::{PinnedChange, PinnedCommit, Requirement, Subject};

const REVIEW: &str = include_str!("../../../briefs/review.md");

pub(super) const TITLE: usize = 600;
const COMMITS: usize = 1536;
const SCOPE: usize = 1024;
pub(super) const SETTLED: usize = 1024;
pub(super) const RESOLVED: usize = 1536;
/// The note on work that alters how its own review is done, also where no file's name shows it.
const OWN_RULES: &str = "review_rules_changed";
/// Files named one by one where the change leaves the task's list.
const NAMED: usize = 12;
pub(super) const REQUIREMENTS: usize = 2 * 1024;
pub(super) const CONTEXT: usize = 3 * 1024;
pub(super) const FINDINGS: usize = 7 * 1024;
/// What the list of what was left out calls the outside knowledge that the caller gave.
pub(super) const GIVEN: &str = "(context)";
/// What the task may always take; it gets half of what the shares above it leave.
const TASK: usize = 8 * 1024;

/// Writes the brief for a pass. `since` is what changed since the last answered pass, where there is one.
///
/// # Errors
///
/// The least budget that would do, where the one given has no room for more than the fixed text.
pub fn review(
    state: &LoopState,
    pass: &PassRecord,
    material: &Material<'_>,
    since: Option<&Diff>,
) -> Result<Brief, usize> {
    budget::filled(material.budget, |room| match &material.document {
        Some(under_review) => budget::with_unused(|most| {
            document::review(state, pass, material, under_review, since, room, most)
        }),
        None => budget::with_unused(|most| of_work(state, pass, material, since, room, most)),
    })
}

/// Writes the brief for work. Room that neither the task nor the change takes goes to what is open and what was given
/// along before it goes to the changed files whole: those are helps.
fn of_work(
    state: &LoopState,
    pass: &PassRecord,
    material: &Material<'_>,
    since: Option<&Diff>,
    spare: Spare,
    most: Most,
) -> Result<Written, usize> {
    let tag = material.tag;
    let command = Command::of(material.change);
    let between = Between::of(material.change.base.as_ref(), &material.change.head);
    let last = state.looked();
    let command_since = last.map(|last| Command::between(&last.change.head, &material.change.head));
    let between_since = last.map(|last| Between::of(Some(&last.change.head), &material.change.head));
    let mut cut = Cut::default();
    let fixed = envelope::weight(&render_review(state, pass, material, &Parts::default()));
    let given = spare.after(fixed)?;
    let mut room = given.room;
    let share = |most: usize| given.share(most);
    let report = material.report.filter(|_| state.protocol.claims_are_told);
    let mut parts = Parts {
        title: title(tag, state, share(TITLE), &mut cut),
        asked_anew: asked_anew(tag, state),
        commits: commits(tag, material.change, share(COMMITS), &mut cut),
        requirements: requirements(state, &state.contract.requirements, tag, share(REQUIREMENTS), &mut cut),
        context: outside(state, tag, most.of_context(share(CONTEXT)), &mut cut),
        claims: claims::seal(tag, report, share(CLAIMS), &mut cut),
        scope: scope(tag, state, material.change, share(SCOPE)),
        ..Parts::default()
    };
    let open = findings::open(state);
    if !open.is_empty() {
        parts.findings = findings::seal(state, tag, open, most.of_findings(share(FINDINGS)), &mut cut);
    }
    parts.settled = settled(tag, state, share(SETTLED), &mut cut);
    parts.resolved = resolved(tag, state, share(RESOLVED), &mut cut);
    let shares = [&parts.requirements, &parts.context, &parts.findings, &parts.claims];
    let taken: usize = shares.iter().map(|p| envelope::weight(p)).sum();
    let others: usize =
        [&parts.title, &parts.asked_anew, &parts.commits, &parts.scope, &parts.settled, &parts.resolved]
            .map(|p| envelope::weight(p))
            .iter()
            .sum();
    room = room.saturating_sub(taken + others);
    let claims = if report.is_some() { CLAIMS } else { 0 };
    let unused = share(REQUIREMENTS + CONTEXT + FINDINGS + claims).saturating_sub(taken);
    let (listed, marked) = (state.subject.files(), material.marked);
    let since = match (since.filter(|d| !d.is_empty()), &between_since, &command_since) {
        (Some(diff), Some(between), Some(command)) => {
            Some(Shown { name: "diff since then", diff, between, listed, marked, command })
        }
        _ => None,
    };
    let shown =
        Shown { name: "diff", diff: material.diff, between: &between, listed, marked, command: &command };
    // The task is whole where it fits at all: what is measured against comes before what is measured.
    let (whole, more) = budget::seal_task(tag, &state.contract.text, room);
    let (contract, more) = match more {
        "" => (whole, more),
        _ => {
            let least = room.min(share(TASK) + unused / 2);
            let beyond = left_by(tag, since.into_iter().chain([shown]), room - least);
            budget::seal_task(tag, &state.contract.text, least + beyond.unwrap_or(0))
        }
    };
    budget::cut_from_task(state, more, &mut cut);
    let task_is_whole = more.is_empty();
    parts.contract = contract;
    room = room.saturating_sub(envelope::weight(&parts.contract));
    if let Some(since) = since {
        parts.since = hunks::seal(tag, since, room, &mut cut);
        room = room.saturating_sub(envelope::weight(&parts.since));
    }
    parts.diff = hunks::seal(tag, shown, room, &mut cut);
    room = room.saturating_sub(envelope::weight(&parts.diff));
    let left = if task_is_whole { room } else { 0 };
    parts.affected = affected(state, material, room, &mut cut);
    let packed = cut.pack(tag, Frame { state, tag, mends: None }.room(material.budget), spare.probing);
    let rows: Vec<_> = material.beside.iter().cloned().chain(packed.rows).collect();
    parts.left_out = budget::seal_rows(tag, &rows, command.stat(), spare.list());
    let truncated = budget::limit(rows, command.stat());
    (parts.further, parts.all) = (packed.rest.last_needed(), packed.rest.count());
    let text = render_review(state, pass, material, &parts);
    let (findings, context) = (envelope::weight(&parts.findings), envelope::weight(&parts.context));
    Ok(Written { brief: Brief { text, truncated, rest: packed.rest }, left, findings, context })
}

/// Returns what changes leave of some room; nothing where they do not fit in it whole.
fn left_by<'d>(tag: &str, all: impl IntoIterator<Item = Shown<'d>>, room: usize) -> Option<usize> {
    let mut cut = Cut::default();
    let left = all.into_iter().fold(room, |left, shown| {
        left.saturating_sub(envelope::weight(&hunks::seal(tag, shown, left, &mut cut)))
    });
    cut.is_empty().then_some(left)
}

/// The sections of a brief that grow with what they hold, sealed.
#[derive(Debug, Default)]
struct Parts {
    title: String,
    contract: String,
    /// What is asked otherwise than at the last review.
    asked_anew: String,
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
    /// Rejections that hold.
    settled: String,
    /// Earlier findings that are open no more.
    resolved: String,
    /// The last part that must be read, and the last one; 0 or 1 where that is this one.
    further: usize,
    all: usize,
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
            of_limit => of_limit(state, pass.number, 1),
            re_review,
            unchanged => pass.unchanged,
            fresh => pass.reason == PassReason::Fresh,
            tag => material.tag,
            contract => parts.contract.as_str(),
            asked_anew => parts.asked_anew.as_str(),
            asked_by => state.contracts_followed.unseen.as_ref().map(|(id, _)| id.as_str()),
            requirements => parts.requirements.as_str(),
            of_task => matches!(state.subject, Subject::Task { .. }),
            of_plan => matches!(state.subject, Subject::Execution { .. }),
            context => parts.context.as_str(),
            range => range_line(material.change),
            commits => parts.commits.as_str(),
            claims => parts.claims.as_str(),
            scope => parts.scope.as_str(),
            own_rules => material.change.review_rules().next().is_some()
                || state.notes.iter().any(|note| note.code == OWN_RULES),
            since => parts.since.as_str(),
            diff => parts.diff.as_str(),
            verdict_like => verdict_like(material.verdict_like),
            affected => parts.affected.as_str(),
            left_out => parts.left_out.as_str(),
            parts => parts.further,
            all_parts => parts.all,
            findings => parts.findings.as_str(),
            open => !state.open_findings().is_empty(),
            to_rule => !findings::to_rule_on(state).is_empty(),
            late_are_notes => protocol.late_are_notes && re_review,
            progress => progress(state),
            settled => parts.settled.as_str(),
            resolved => parts.resolved.as_str(),
            severities => levels,
            architecture => architecture(protocol),
            rubric => rubric_rows(state),
            loop_id => state.id.as_str(),
            countersign => pass.countersign.as_str(),
            form => answer_form(state, pass),
        },
    )
}

/// Names the places of lines that read like a verdict; a file whose name could say something is not named.
fn verdict_like(places: &[Place]) -> String {
    const NAMED: usize = 5;
    let plain = |path: &str| path.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/".contains(&b));
    let shown = places.iter().take(NAMED).map(|place| match place.path.as_str() {
        path if plain(path) && path.len() <= 120 => format!("{path}:{}", place.line),
        _ => format!("line {} of a changed file", place.line),
    });
    let mut shown: Vec<String> = shown.collect();
    if places.len() > NAMED {
        shown.push(format!("{} more", places.len() - NAMED));
    }
    shown.join(", ")
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
        let worst = w.severity == Severity::Critical
            && protocol.blocks(Severity::High)
            && protocol.knows(Severity::High);
        let again = match protocol.restart_on {
            Some(from) if w.severity <= from => "; the attempt is taken back and done again",
            Some(_) | None => "",
        };
        format!("`{}`: {}{unmet}{again}", w.word, meaning(blocks, worst, w.severity))
    };
    protocol.severity_words.iter().map(level).collect()
}

/// The most that a concern of architecture may be, where the protocol caps it.
pub(super) fn architecture(protocol: &Protocol) -> Option<&str> {
    protocol.architectural_cap.map(|cap| protocol.word(cap))
}

/// Says of how many a pass is one, behind its number; where runs on what moved count too, or a round does not, which run
/// it is, and where tiers count anew, whose. `open`: runs that are under way, and in no count yet.
pub(super) fn of_limit(state: &LoopState, pass: u32, open: u32) -> String {
    let most = state.protocol.max_passes;
    let run = course::runs(state) + open;
    if state.tier > 0
        && let Some(tier) = state.fixer()
    {
        // What was reviewed before they took over is in none of their passes.
        return match run {
            0 => String::new(),
            run => format!(", number {run} of the {}'s {}", tier.name.replace('_', " "), most.max(run)),
        };
    }
    if !course::counts_stale_runs(state) && run >= pass {
        return format!(" of {}", most.max(pass));
    }
    if run > most {
        format!(" (run {run}, beyond the limit of {most} by choice)")
    } else {
        format!(" (run {run} of at most {most})")
    }
}

/// Tells how near the work is to be handed on for want of progress, where the protocol counts that.
pub(super) fn progress(state: &LoopState) -> Option<String> {
    let most = state.protocol.max_no_progress?;
    let pass = state.pass().map(|p| p.number).filter(|n| *n > 1)?;
    let next = state.protocol.tiers.get(state.tier + 1).map(|tier| tier.name.replace('_', " "));
    let to = match next {
        Some(tier) => format!("the {tier}"),
        None if state.protocol.manager_choices.is_empty() => "the user".to_owned(),
        None => "the project manager".to_owned(),
    };
    let without = state.no_progress;
    Some(if without + 1 >= most {
        format!("Pass {pass}, {without} without progress: the next one without it goes to {to}.")
    } else {
        format!("Pass {pass}, {without} without progress: {most} in a row go to {to}.")
    })
}

/// Seals what the documents ask otherwise than at the last review, where a finding asked for that: at most six
/// differences of two short lines.
fn asked_anew(tag: &str, state: &LoopState) -> String {
    let unseen = state.contracts_followed.unseen.as_ref();
    unseen.map(|(_, what)| envelope::seal(tag, "what changed of it", what)).unwrap_or_default()
}

/// Seals the rejections that were accepted.
pub(super) fn settled(tag: &str, state: &LoopState, most: usize, cut: &mut Cut<'_>) -> String {
    let held = state.findings.iter().filter(|f| LoopState::rejection_accepted(f));
    let line = |f: &Finding| envelope::beside(f.id.as_str(), &envelope::flat(&findings::with_place(f)));
    let lines: Vec<String> = held.map(line).collect();
    if lines.is_empty() {
        return String::new();
    }
    let text = lines.join("\n");
    let (sealed, more) = budget::seal_first(tag, "settled", &text, most);
    if !more.is_empty() {
        let what = format!("{} characters of what is settled", more.chars().count());
        cut.keep("(settled)", what, Left::more("settled", more.to_owned()));
    }
    sealed
}

/// Seals the earlier findings that are open no more, where the protocol's reviewers are told of them.
pub(super) fn resolved(tag: &str, state: &LoopState, most: usize, cut: &mut Cut<'_>) -> String {
    let lines = findings::resolved(state);
    if lines.is_empty() {
        return String::new();
    }
    let text = lines.join("\n");
    let (sealed, more) = budget::seal_first(tag, "resolved", &text, most);
    if !more.is_empty() {
        let what = format!("{} characters of what was resolved earlier", more.chars().count());
        cut.keep("(resolved)", what, Left::more("resolved", more.to_owned()));
    }
    sealed
}

/// The questions of a review, for its template.
pub(super) fn rubric_rows(state: &LoopState) -> Vec<minijinja::Value> {
    form::rubric(state)
        .iter()
        .map(|d| context! { name => d.name.as_str(), asks => d.asks.as_str() })
        .collect()
}

/// `worst`: a milder severity of the system's blocks as well.
fn meaning(blocks: bool, worst: bool, severity: Severity) -> &'static str {
    match (blocks, severity) {
        (true, _) if worst => {
            "it does harm, or misses what it is for: unsafe, loses data, wrong at its root. Blocks"
        }
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

/// Seals the title, which has a line of its own.
pub(super) fn title(tag: &str, state: &LoopState, most: usize, cut: &mut Cut<'_>) -> String {
    /// What a title may take of the smallest brief, with what it is sealed in: what is cut of it is named at more length.
    const LEAST: usize = 256;
    let title = budget::titled(state);
    let (sealed, more) = budget::seal_beginning(tag, "title", &title, most.max(LEAST));
    if !more.is_empty() {
        let what = format!("{} characters of the title", more.chars().count());
        cut.keep("(title)", what, Left::more("title", more.to_owned()));
    }
    sealed
}

fn commits(tag: &str, change: &PinnedChange, most: usize, cut: &mut Cut<'_>) -> String {
    const MOST: usize = 10;
    if change.commits.is_empty() {
        return String::new();
    }
    let line = |c: &PinnedCommit| format!("{} {}", c.id.short(), one_line(&c.subject));
    let short = |c: &PinnedCommit| budget::shortened(&line(c), 200, "git show");
    let mut lines: Vec<String> = change.commits.iter().take(MOST).map(short).collect();
    let more = change.commits.len().saturating_sub(MOST);
    if more > 0 {
        lines.push(format!("and {more} more"));
        let rest: Vec<String> = change.commits.iter().skip(MOST).map(line).collect();
        let what =
            format!("{more} commits after the first {MOST}: `git log --oneline {}` lists them", change.head);
        cut.keep("(commits)", what, Left::more("commits", rest.join("\n")));
    }
    let text = lines.join("\n");
    let (sealed, more) = budget::seal_first(tag, "commits", &text, most);
    if !more.is_empty() {
        let count = more.chars().count();
        let what = format!("{count} characters of commit subjects: `git log --oneline {}`", change.head);
        cut.keep("(commits)", what, Left::more("commits", more.to_owned()));
    }
    sealed
}

/// Says where the change leaves the task's list of files (SPEC 7.4).
fn scope(tag: &str, state: &LoopState, change: &PinnedChange, most: usize) -> String {
    let lines = Outside::of(&state.subject, change, &state.only).lines(NAMED);
    if lines.is_empty() {
        return String::new();
    }
    budget::seal_beginning(tag, "scope", &lines.join("\n"), most).0
}

/// Puts a text on one line; sealing makes it visible.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Shows the requirements. What a caller asks of a free change is kept word for word, since that is what makes it the same
/// change again: an id without its text was looked up nowhere.
pub(super) fn requirements(
    state: &LoopState,
    shown: &[Requirement],
    tag: &str,
    most: usize,
    cut: &mut Cut<'_>,
) -> String {
    let looked_up = !matches!(state.subject, Subject::Change { .. });
    let lines: Vec<String> = shown
        .iter()
        .map(|r| match (&r.text, looked_up) {
            (Some(text), _) => format!("{}: {text}", r.id),
            (None, true) => format!("{}: (no text found in the project's documents)", r.id),
            (None, false) => r.id.clone(),
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let text = lines.join("\n");
    let (sealed, more) = budget::seal_first(tag, "requirements", &text, most);
    if !more.is_empty() {
        let count = more.chars().count();
        let what = format!("{count} characters of the requirements: read them in the project's documents");
        cut.keep("(requirements)", what, Left::more("requirements", more.to_owned()));
    }
    sealed
}

/// Seals what the caller gave along, each piece in a block of its own: the text of one cannot pass for another piece.
pub(super) fn outside(state: &LoopState, tag: &str, most: usize, cut: &mut Cut<'_>) -> String {
    let pieces = &state.contract.context;
    let mut parts: Vec<String> = Vec::new();
    let mut room = most;
    for (at, piece) in pieces.iter().enumerate() {
        let name = match pieces.len() {
            1 => "context".to_owned(),
            many => format!("context {} of {many}", at + 1),
        };
        let from = piece.path.as_ref().map(|path| format!(" (from {path})")).unwrap_or_default();
        let text = format!("{}{from}\n\n{}", one_line(&piece.title), piece.text);
        let (sealed, more) = budget::seal_first(tag, &name, &text, room);
        let weight = envelope::weight(&sealed) + BETWEEN;
        if weight > room && !parts.is_empty() {
            let what = format!("{name}, given along: {} characters", text.chars().count());
            cut.keep(GIVEN, what, Left::whole(&name, text));
            continue;
        }
        if !more.is_empty() {
            let what = format!("{} characters of {name}, given along", more.chars().count());
            cut.keep(GIVEN, what, Left::more(&name, more.to_owned()));
        }
        room = room.saturating_sub(weight);
        parts.push(sealed);
    }
    parts.join("\n\n")
}

/// What two line feeds weigh.
const BETWEEN: usize = 4;

/// Shows the changed files whole as far as there is room. The others help, each in a part of its own accord.
fn affected<'m>(state: &LoopState, material: &Material<'m>, mut room: usize, cut: &mut Cut<'m>) -> String {
    let changed = material.change.insertions.saturating_add(material.change.deletions);
    let limit = state.protocol.affected_files_up_to;
    if changed > limit {
        cut.row("(changed files)", format!("the files whole: {changed} lines changed, over {limit}"));
        room = 0;
    }
    if material.unread > 0 {
        let what =
            format!("{} whole in no part, for their size or that of the change: read them", material.unread);
        cut.row("(changed files)", what);
    }
    let mut parts = Vec::new();
    for Affected { path, blob, text } in material.affected {
        let text = text.trim_end_matches('\n');
        // A file may be called `task` or `diff`: its name alone must not pass for another block's.
        let name = format!("file {path}");
        let part = (text.len() <= room).then(|| envelope::seal(material.tag, &name, text));
        let weight = part.as_ref().map(|part| envelope::weight(part) + 4);
        match part.zip(weight).filter(|(_, weight)| *weight <= room) {
            Some((part, weight)) => {
                room -= weight;
                parts.push(part);
            }
            None => {
                let what = format!("the whole file as it is now ({} bytes)", text.len());
                cut.keep(budget::short_path(path.as_str()), what, Left::content(&name, text, blob));
            }
        }
    }
    parts.join("\n\n")
}
