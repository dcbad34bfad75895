//! What a reviewer or a fixer is told (SPEC 4 "brief holds", 7.5).
//!
//! The words are templates in `agents/briefs/`; this module decides what goes in, in which order it
//! is cut when it would grow too large, and seals everything that comes from the repository.

use minijinja::{Environment, UndefinedBehavior, context};

use super::diff::Diff;
use super::envelope;
use super::ids::RepoPath;
use super::next_step::{FindingRow, NextStep};
use super::protocol::Protocol;
use super::review::Severity;
use super::review_loop::state::PassRecord;
use super::review_loop::{LoopState, PassReason};
use super::subject::{PinnedChange, SubjectKind};

/// A brief is never larger than this many bytes, so that an answer holding it stays under 40 KB.
pub const BUDGET: usize = 34 * 1024;

const REVIEW: &str = include_str!("../../agents/briefs/review.md");
const FIX: &str = include_str!("../../agents/briefs/fix.md");

/// A brief and what had to be left out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    pub text: String,
    pub truncated: Vec<String>,
}

/// What the edge gathered for a review.
#[derive(Debug, Clone)]
pub struct Material<'a> {
    /// A fresh, unguessable word for the data tags.
    pub tag: &'a str,
    pub change: &'a PinnedChange,
    pub diff: &'a Diff,
    /// The changed files as they are now, where they are text.
    pub affected: &'a [(RepoPath, String)],
}

/// Writes the brief for a pass.
pub fn review(state: &LoopState, pass: &PassRecord, material: &Material<'_>) -> Brief {
    let mut left_out = Vec::new();
    let fixed = render_review(state, pass, material, "", "", &[]).len();
    let mut room = BUDGET.saturating_sub(fixed);
    let diff = fit_diff(material, &mut room, &mut left_out);
    let affected = fit_affected(state, material, &mut room, &mut left_out);
    let text = render_review(state, pass, material, &diff, &affected, &left_out);
    Brief { text, truncated: left_out }
}

fn render_review(
    state: &LoopState,
    pass: &PassRecord,
    material: &Material<'_>,
    diff: &str,
    affected: &str,
    left_out: &[String],
) -> String {
    let tag = material.tag;
    let protocol = &state.protocol;
    let noun = match state.subject.kind() {
        SubjectKind::Task => "task of a plan",
        SubjectKind::Change => "change",
    };
    let levels: minijinja::Value = protocol
        .severity_words
        .iter()
        .map(|w| format!("`{}`: {}", w.word, meaning(protocol.blocks(w.severity), w.severity)))
        .collect();
    let words: Vec<&str> = protocol.severity_words.iter().map(|w| w.word.as_str()).collect();
    let requirements: Vec<String> = state
        .contract
        .requirements
        .iter()
        .map(|r| {
            format!("{}: {}", r.id, r.text.as_deref().unwrap_or("(no text found in the project's documents)"))
        })
        .collect();
    let context: Vec<String> =
        state.contract.context.iter().map(|c| envelope::seal(tag, &c.title, &c.text)).collect();
    let open: Vec<FindingRow> =
        state.open_findings().into_iter().map(|f| FindingRow::of(f, protocol)).collect();
    render(
        REVIEW,
        context! {
            label => state.subject.label(),
            title => envelope::one_line(state.subject.title()),
            noun,
            pass => pass.number,
            max_passes => protocol.max_passes.max(pass.number),
            re_review => pass.number > 1 && pass.reason != PassReason::First,
            unchanged => pass.unchanged,
            tag,
            contract => sealed_contract(tag, &state.contract.text),
            requirements => sealed_list(tag, "requirements", &requirements),
            context => context.join("\n\n"),
            range => range_line(material.change),
            diff,
            affected,
            left_out => left_out.iter().cloned().collect::<minijinja::Value>(),
            findings => if open.is_empty() { String::new() } else { envelope::seal(tag, "open findings", &finding_list(protocol, &open)) },
            severities => levels,
            words => words.join(", "),
            loop_id => state.id.as_str(),
            countersign => pass.countersign.as_str(),
            about => state.subject.label(),
        },
    )
}

/// Writes the brief for a fixer from the step that asks for the fix.
pub fn fix(state: &LoopState, step: &NextStep, tag: &str) -> Brief {
    let pass = state.pass().map_or(1, |p| p.number);
    let commit = match step.commit.as_deref() {
        Some("amend") => "Commit the fix by amending the task's commit (`git commit --amend --no-edit`); it is HEAD and not pushed.".to_owned(),
        Some("separate") => format!(
            "Commit the fix as a commit of its own whose message carries the task's scope ({}).",
            state.subject.label()
        ),
        _ => "Leave the fix uncommitted.".to_owned(),
    };
    let text = render(
        FIX,
        context! {
            label => state.subject.label(),
            title => envelope::one_line(state.subject.title()),
            pass,
            max_passes => state.protocol.max_passes.max(pass),
            tag,
            contract => sealed_contract(tag, &state.contract.text),
            findings => envelope::seal(tag, "findings", &finding_list(&state.protocol, &step.findings)),
            commit,
            loop_id => state.id.as_str(),
            turn => state.turn,
            call => step.call.in_words(),
        },
    );
    Brief { text, truncated: Vec::new() }
}

/// Renders a template of ours; the templates are compiled in and tested, so a failure is our bug and shows as its text.
fn render(template: &str, values: minijinja::Value) -> String {
    let mut environment = Environment::empty();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment
        .render_str(template, values)
        .expect("the templates in agents/briefs name only values given here")
}

fn meaning(blocks: bool, severity: Severity) -> &'static str {
    match (blocks, severity) {
        (true, _) => "the work must not go on with it: wrong, missing, unsafe. Blocks",
        (false, Severity::Info) => "worth knowing, nothing to do now",
        (false, _) => "should be better, does not block",
    }
}

fn sealed_list(tag: &str, name: &str, lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { envelope::seal(tag, name, &lines.join("\n")) }
}

/// Seals the task; one so long that nothing else would fit is cut at a line, and says so.
fn sealed_contract(tag: &str, text: &str) -> String {
    const MOST: usize = 24 * 1024;
    if text.len() <= MOST {
        return envelope::seal(tag, "task", text);
    }
    let mut end = MOST;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let kept = text[..end].rsplit_once('\n').map_or(&text[..end], |(kept, _)| kept);
    let (shown, whole) = (kept.lines().count(), text.lines().count());
    format!(
        "{}\n\nThe task has {whole} lines; the first {shown} stand above. Read the rest in the plan file before you judge.",
        envelope::seal(tag, "task", kept)
    )
}

fn range_line(change: &PinnedChange) -> String {
    let commits: Vec<String> = change
        .commits
        .iter()
        .map(|c| format!("{} {}", c.id.short(), envelope::one_line(&c.subject)))
        .collect();
    let base = change.base.as_ref().map_or("(the beginning)", |b| b.short());
    let what = if commits.is_empty() { "the range as given".to_owned() } else { commits.join("; ") };
    format!(
        "Base {base}, head {}: {} file{}, +{} −{}. Commits: {what}.",
        change.head.short(),
        change.files.len(),
        if change.files.len() == 1 { "" } else { "s" },
        change.insertions,
        change.deletions
    )
}

fn finding_list(protocol: &Protocol, rows: &[FindingRow]) -> String {
    let mut text = String::new();
    for row in rows {
        let blocks = if row.blocking { ", blocks" } else { "" };
        text.push_str(&format!("{} [{}{blocks}] {}\n", row.id, protocol.word(row.severity), row.title));
        let details = [
            ("place", &row.place.as_ref().map(ToString::to_string)),
            ("requirement", &row.requirement),
            ("issue", &row.description),
            ("suggestion", &row.suggestion),
        ];
        for (name, value) in details {
            if let Some(value) = value {
                text.push_str(&format!("   {name}: {value}\n"));
            }
        }
    }
    text.trim_end().to_owned()
}

/// Fits the diff: lock, generated and minified files to a line first, then whole files that no longer find room.
fn fit_diff(material: &Material<'_>, room: &mut usize, left_out: &mut Vec<String>) -> String {
    let whole = envelope::seal(material.tag, "diff", &material.diff.unified());
    if whole.len() <= *room {
        *room -= whole.len();
        return whole;
    }
    let base =
        material.change.base.as_ref().map_or("4b825dc642cb6eb9a060e54bf8d69288fbee4904", |b| b.as_str());
    let head = material.change.head.as_str();
    let mut kept = Diff::default();
    let mut used = 200;
    let (heavy, light): (Vec<_>, Vec<_>) = material.diff.files.iter().partition(|f| is_bulk(&f.path));
    for file in light.into_iter().chain(heavy) {
        let alone = Diff { files: vec![file.clone()] };
        // Escapes may lengthen the text, so what counts is the sealed form.
        let size = envelope::visible(&alone.unified()).len() + 1;
        if used + size + 1500 <= *room && !is_bulk(&file.path) {
            used += size;
            kept.files.push(file.clone());
        } else {
            left_out.push(format!(
                "the diff of {} (+{} −{}): `git diff {base} {head} -- {}`",
                envelope::markdown(file.path.as_str()),
                file.insertions,
                file.deletions,
                envelope::visible(file.path.as_str())
            ));
        }
    }
    limit_lines(left_out);
    let text = envelope::seal(material.tag, "diff", &kept.unified());
    let listed: usize = left_out.iter().map(|l| l.len() + 3).sum();
    *room = room.saturating_sub(text.len() + listed);
    text
}

/// Lists at most so many left-out files one by one; the rest in a count.
fn limit_lines(lines: &mut Vec<String>) {
    const MOST: usize = 12;
    if lines.len() > MOST {
        let more = lines.len() - MOST;
        lines.truncate(MOST);
        lines.push(format!("{more} more files of the same range: `git diff --stat` over it lists them"));
    }
}

/// Tells whether a file is one that people do not write by hand.
fn is_bulk(path: &RepoPath) -> bool {
    let name = path.file_name();
    let vendored =
        path.as_str().split('/').any(|p| matches!(p, "vendor" | "node_modules" | "dist" | "third_party"));
    let lock = matches!(
        name,
        "Cargo.lock" | "package-lock.json" | "yarn.lock" | "pnpm-lock.yaml" | "poetry.lock" | "go.sum"
    ) || name.ends_with(".lock");
    vendored || lock || name.ends_with(".min.js") || name.ends_with(".min.css") || name.ends_with(".map")
}

fn fit_affected(
    state: &LoopState,
    material: &Material<'_>,
    room: &mut usize,
    left_out: &mut Vec<String>,
) -> String {
    let changed = material.change.insertions + material.change.deletions;
    let limit = state.protocol.affected_files_up_to;
    if changed > limit {
        left_out.push(format!("the whole changed files: {changed} lines changed, over {limit}"));
        return String::new();
    }
    let mut parts = Vec::new();
    for (path, text) in material.affected {
        let part = envelope::seal(material.tag, path.as_str(), text);
        // Room is kept for the lines that say what is missing.
        if part.len() + 400 <= *room {
            *room -= part.len() + 2;
            parts.push(part);
        } else {
            left_out.push(format!(
                "the whole file {} ({} bytes)",
                envelope::markdown(path.as_str()),
                text.len()
            ));
        }
    }
    parts.join("\n\n")
}
