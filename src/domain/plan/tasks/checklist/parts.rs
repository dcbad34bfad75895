//! The parts of a task: what stands below its box, sorted by label.

use super::super::super::super::review::Remark;
use super::super::super::{Task, paths};
use super::super::blocks::Mark;
use super::super::{Line, items, tidy};
use super::entry::{behind_bullet, width};

/// What a label announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Action,
    Files,
    Done,
    Acceptance,
    Verify,
    Commit,
    Requirements,
    /// A label of another kind ends the part before it; its text stays in the raw block.
    Other,
}

/// The texts of a task by part; each line of a text ends with a line end.
#[derive(Default)]
pub(super) struct Parts {
    texts: [String; 8],
    /// Line of the label, for remarks.
    lines: [u32; 8],
    commits: u32,
    /// Whether there is any.
    pub(super) any: bool,
}

impl Parts {
    fn text(&self, part: Part) -> &str {
        self.texts.get(part as usize).map_or("", String::as_str)
    }

    fn line(&self, part: Part) -> u32 {
        self.lines.get(part as usize).copied().unwrap_or(0)
    }

    fn push(&mut self, part: Part, text: &str) {
        if let Some(into) = self.texts.get_mut(part as usize) {
            into.push_str(text);
            into.push('\n');
        }
    }

    /// Gives a task its parts, and says what was guessed.
    pub(super) fn into_task(self, task: &mut Task, remarks: &mut Vec<Remark>) {
        let remark = |part: Part, code: &str, message: String| Remark::new(self.line(part), code, message);
        task.action = tidy(self.text(Part::Action));
        task.verify = tidy(self.text(Part::Verify));
        task.done = tidy(self.text(Part::Done));
        task.acceptance = items(self.text(Part::Acceptance));
        task.requirements = ids(self.text(Part::Requirements));
        let said = self.text(Part::Files);
        task.files = paths::listed(said);
        let first = said.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or_default();
        let called = task.number.as_str();
        if task.files.is_empty() && !paths::says_none(first) {
            let message =
                format!("the files of task {called} are told in words that name no path: {}", cut(first));
            remarks.push(remark(Part::Files, "files_in_prose", message));
        }
        let said = self.text(Part::Commit);
        let (message, guessed) = commit_message(said);
        if let Some(text) = message.as_deref().filter(|_| guessed) {
            let message =
                format!("the commit message of task {called} is not quoted; it was read as: {}", cut(text));
            remarks.push(remark(Part::Commit, "commit_unquoted", message));
        }
        if self.commits > 1 {
            let message = format!("task {called} names {} commits; the first is expected", self.commits);
            remarks.push(remark(Part::Commit, "commits_named", message));
        }
        task.commit = message;
    }
}

/// Cuts a text for a remark.
fn cut(text: &str) -> String {
    let mut kept: String = text.chars().take(80).collect();
    if kept.len() < text.len() {
        kept.push('…');
    }
    kept
}

/// Sorts the lines below a box. Labels count at the depth of the first one; deeper ones are text.
///
/// `base` is the index of the first of them among the lines of the body, as the marks of fences count.
pub(super) fn read(lines: &[Line<'_>], marks: &[Mark], base: usize) -> Parts {
    let mut parts = Parts::default();
    let mut part = Part::Action;
    let mut depth: Option<usize> = None;
    let mut fenced_to = 0;
    for (i, line) in lines.iter().enumerate() {
        if let Some(close) = marks.get(i).and_then(|m| m.fence).filter(|_| i >= fenced_to) {
            fenced_to = (close + 1).saturating_sub(base);
        }
        if i < fenced_to {
            parts.push(part, line.text);
            continue;
        }
        let indent = width(line.text);
        let found = label(line.text).filter(|_| depth.is_none_or(|d| indent <= d + 1));
        let Some((found, rest)) = found else {
            parts.push(part, line.text);
            continue;
        };
        parts.any |= found != Part::Other;
        parts.commits += u32::from(found == Part::Commit);
        depth = Some(depth.map_or(indent, |d| d.min(indent)));
        part = found;
        if let Some(at) = parts.lines.get_mut(part as usize).filter(|at| **at == 0) {
            *at = line.number;
        }
        parts.push(part, rest);
    }
    parts
}

/// Tells whether a line is a part of a task.
pub(super) fn is_part(text: &str) -> bool {
    label(text).is_some_and(|(part, _)| part != Part::Other)
}

/// Reads `- **Files**: …`, `**Files:** …`, `- Files: …`, `- _Requirements: …_`.
fn label(text: &str) -> Option<(Part, &str)> {
    let bulleted = behind_bullet(text);
    let bare = bulleted.unwrap_or_else(|| text.trim()).trim_end();
    let inner = bare.trim_start_matches(['*', '_']);
    let marks = &bare[..bare.len() - inner.len()];
    if marks.len() > 3 {
        return None;
    }
    let colon = inner.char_indices().take(48).find(|(_, c)| matches!(c, ':' | '：'));
    let (word, rest) = match colon {
        Some((at, c)) => (&inner[..at], &inner[at + c.len_utf8()..]),
        // `**Do** the thing`: emphasis without a colon is a label only where it is all of the line.
        None => (inner, ""),
    };
    if colon.is_none() && (marks.is_empty() || !inner.ends_with(marks)) {
        return None;
    }
    let bare_word = word.trim_end_matches(['*', '_', ' ']);
    let closed = bare_word.len() < word.trim_end().len();
    let rest = match (marks.is_empty(), closed) {
        (true, _) | (false, true) => rest.trim(),
        (false, false) => {
            rest.strip_prefix(marks).or_else(|| rest.strip_suffix(marks)).unwrap_or(rest).trim()
        }
    };
    let part = match bare_word.trim().to_ascii_lowercase().as_str() {
        "do" | "steps" | "action" | "actions" | "what" | "details" | "implementation" => Part::Action,
        "files" | "file" | "files to modify" | "files to create" | "files to change" | "files modified"
        | "files changed" | "target files" => Part::Files,
        "done when" | "done" | "definition of done" | "done criteria" => Part::Done,
        "acceptance" | "acceptance criteria" | "criteria" | "success criteria" => Part::Acceptance,
        "verify" | "verification" | "verify command" | "validate" => Part::Verify,
        "commit" | "commit message" => Part::Commit,
        "requirements" | "requirement" => Part::Requirements,
        // Only what is clearly a label: other words before a colon are prose.
        _ if !marks.is_empty() && bulleted.is_some() => Part::Other,
        _ => return None,
    };
    Some((part, rest))
}

/// Returns the requirement ids of a list; words without a digit are none.
fn ids(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for word in text.split([',', ';', '\n']) {
        let id = word.trim().trim_start_matches("- ").trim_matches(['_', '*', '`', '[', ']', '.', ' ']);
        let id = id.split_whitespace().next().unwrap_or_default();
        let shaped = id.bytes().any(|b| b.is_ascii_digit()) && id.len() <= 40;
        if shaped && out.len() < 100 && !out.iter().any(|known| known == id) {
            out.push(id.to_owned());
        }
    }
    out
}

/// Returns the message a task is to be committed with, and whether its bounds were guessed.
fn commit_message(text: &str) -> (Option<String>, bool) {
    let line = text.lines().map(str::trim).find(|l| !l.is_empty()).unwrap_or_default();
    let line = behind_bullet(line).unwrap_or(line).trim();
    if let Some(rest) = line.strip_prefix('`').or_else(|| line.strip_prefix('"')) {
        let message = rest.split(['`', '"']).next().unwrap_or_default();
        // A quotation mark within backticks is the message's own.
        let message = match line.strip_prefix('`').and_then(|r| r.split_once('`')) {
            Some((inside, _)) => inside,
            None => message,
        };
        let message = message.trim();
        return ((!message.is_empty()).then(|| message.to_owned()), false);
    }
    let lower = line.to_ascii_lowercase();
    let none = ["none", "n/a", "no commit", "not needed", "skip", "-", "—"];
    let said_none = none
        .iter()
        .any(|w| lower.strip_prefix(w).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric())));
    if line.is_empty() || said_none {
        return (None, false);
    }
    (Some(line.to_owned()), true)
}
