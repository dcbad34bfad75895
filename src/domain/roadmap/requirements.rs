//! REQUIREMENTS.md → ids with their texts, from checklists, headings and tables.

mod later;
mod left;
mod named;
mod standards;
mod traced;
mod whole;

use serde::{Deserialize, Serialize};

use super::lines::{Comments, Fences, heading, numbered, unix};
use later::{Versions, is_deferred};
pub(super) use left::asked;
pub(super) use named::announced;
pub use named::{announced_in, ids_in};
pub use traced::{Traced, traced};
use whole::Whole;

/// One requirement. `line` counts from 1 in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    pub id: String,
    pub text: String,
    /// Ticked off in its checklist; nothing where there is no box.
    pub done: Option<bool>,
    /// It stands below a heading such as "Out of Scope", "Future", "Deferred" or, behind one of version 1, "v2".
    pub deferred: bool,
    pub line: u32,
}

/// Reads every requirement with all that is said of it; of an id that stands several times, the first with a text.
pub fn read(text: &str) -> Vec<Requirement> {
    let text = &unix(text);
    let mut all = Whole::default();
    let mut deferred: Option<usize> = None;
    let mut table = Table::default();
    let versions = Versions::of(text);
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    for (line, written) in numbered(text) {
        let bare = written.trim();
        if comments.hold(line, bare) {
            continue;
        }
        if fences.hold(line, bare) {
            all.fenced(written);
            continue;
        }
        let head = heading(written);
        if let Some((level, title)) = head.or_else(|| later::bold(bare))
            && deferred.is_none_or(|of| level <= of)
        {
            deferred = (is_deferred(title) || level > 1 && versions.later(title)).then_some(level);
        }
        let found = if let Some((_, title)) = head {
            id_first(title, is_id).map(|(id, text)| (id, text, None))
        } else if bare.starts_with('|') {
            table.row(bare)
        } else {
            table = Table::default();
            checklist(bare)
        };
        match head {
            Some((level, title)) => all.heading(level, title, found.is_some()),
            None if table.lists => {}
            None => all.line(written, found.is_some()),
        }
        if let Some((id, text, done)) = found {
            let found = Requirement { id, text, done, deferred: deferred.is_some(), line };
            let level = head.map(|(level, _)| level);
            all.open(found, level, written, bare.starts_with('|'));
        }
    }
    all.take()
}

/// A table, as far as it was read.
#[derive(Default)]
struct Table {
    /// Its rows are requirements, or say where they stand: what it holds is no part of what stands above.
    lists: bool,
    columns: Option<Columns>,
}

/// Which columns of a table hold a requirement's id and its text, and what all of them are called.
struct Columns {
    id: usize,
    text: usize,
    heads: Vec<String>,
}

/// Columns that tell how far a requirement is, or where it is worked on, and not what it asks.
const STANDING: [&str; 14] = [
    "status",
    "state",
    "done",
    "progress",
    "phase",
    "phases",
    "plan",
    "plans",
    "complete",
    "completed",
    "covered",
    "covered by",
    "implemented",
    "✓",
];

impl Table {
    /// Reads a row: of a head its columns, of others the requirement.
    ///
    /// A traceability table (`Requirement | Phase | Status`) holds ids without texts.
    fn row(&mut self, row: &str) -> Option<Found> {
        let cells = cells(row);
        let lower: Vec<String> =
            cells.iter().map(|cell| cell.trim_matches('*').trim().to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let ids = ["id", "req", "req id", "req-id", "requirement id", "#"];
        let id = lower.iter().position(|c| ids.contains(c));
        let id = id.or_else(|| lower.first().filter(|c| **c == "requirement").map(|_| 0));
        // A row of dashes says nothing, and a row with an id is none of a head.
        if let Some(id) = id {
            let texts = ["requirement", "description", "text", "statement", "title", "name", "criterion"];
            let text = lower.iter().enumerate().position(|(at, c)| at != id && texts.contains(c));
            let heads = cells.iter().map(|cell| cell.trim_matches('*').trim().to_owned());
            self.columns = text.map(|text| Columns { id, text, heads: heads.collect() });
            self.lists = true;
        }
        self.columns.as_ref()?.requirement(&cells)
    }
}

impl Columns {
    /// Returns the requirement of a row, with what its further columns ask.
    fn requirement(&self, cells: &[String]) -> Option<Found> {
        let (id, rest) = id_first(cells.get(self.id)?, is_any_id)?;
        let mut text = cells.get(self.text).filter(|text| !text.is_empty() && rest.is_empty())?.clone();
        let further = cells.iter().zip(&self.heads).enumerate();
        for (_, (cell, head)) in further.filter(|(at, _)| *at != self.id && *at != self.text) {
            let asks = !STANDING.contains(&head.to_lowercase().as_str());
            if asks && cell.contains(char::is_alphanumeric) {
                text.push_str(&if head.is_empty() {
                    format!("; {cell}")
                } else {
                    format!("; {head}: {cell}")
                });
            }
        }
        Some((id, text, None))
    }
}

/// Cuts a row of a table into its cells; a bar behind a backslash is a sign of its cell.
fn cells(row: &str) -> Vec<String> {
    let inner = row.trim();
    let inner = inner.strip_prefix('|').unwrap_or(inner);
    let mut out = vec![String::new()];
    let mut signs = inner.chars().peekable();
    while let Some(sign) = signs.next() {
        match (sign, out.last_mut()) {
            ('|', _) => out.push(String::new()),
            ('\\', Some(cell)) if signs.next_if_eq(&'|').is_some() => cell.push('|'),
            (sign, Some(cell)) => cell.push(sign),
            (_, None) => {}
        }
    }
    // The bar that closes the row opens no cell.
    if inner.ends_with('|') && out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

type Found = (String, String, Option<bool>);

/// Reads `- [x] **AUTH-01**: text`, `- AUTH-01: text`, `1. AUTH-01: text`, `**AUTH-01**: text`, `AUTH-01. text`; the text
/// is empty where it stands on the next line.
fn checklist(line: &str) -> Option<Found> {
    let counted = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = Some(counted).filter(|rest| rest.len() < line.len());
    let counted = counted.and_then(|rest| rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")));
    let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).or(counted);
    // An emoji in place of a box says no more than its line.
    let text = item
        .unwrap_or(line)
        .trim()
        .trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric())
        .trim();
    let (done, text) = match text.get(..3) {
        Some("[ ]") => (Some(false), text[3..].trim_start()),
        Some("[x]" | "[X]") => (Some(true), text[3..].trim_start()),
        Some(_) | None => (None, text),
    };
    let bold = text.starts_with("**");
    // In bold before its text a short word is an id, too: `**C1**: …`; so is one that an item sets apart: `- R1: …`.
    let known = match (bold, item.is_some() && sets_apart(text)) {
        (true, _) => is_any_id,
        (false, true) => is_short_or_id,
        (false, false) => is_id,
    };
    let (id, rest) = id_first(text, known)?;
    let behind = text.trim_start_matches(['*', '`', '[', '~', ' ']).get(id.len()..).unwrap_or_default();
    let marked = item.is_some() || bold || behind.starts_with(':') || behind.starts_with(". ");
    marked.then_some((id, rest, done))
}

/// Tells whether the first word of an item is set apart from its text as an id is: `R1: …`, `[R1] …`. A link is not.
fn sets_apart(text: &str) -> bool {
    let bare = text.trim_start_matches(['`', '[', '~']);
    let behind = bare.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.');
    let closed = text.starts_with('[') && behind.strip_prefix(']').is_some_and(|b| b.starts_with([' ', ':']));
    closed || behind.trim_start_matches(['`', ']', '~']).starts_with(':')
}

/// Splits a text that starts with an id into id and rest.
fn id_first(text: &str, known: fn(&str) -> bool) -> Option<(String, String)> {
    let bare = text.trim_start_matches(['*', '`', '[', '~', ' ']);
    let end = bare.find(|c: char| !(c.is_ascii_alphanumeric() || "-._".contains(c))).unwrap_or(bare.len());
    let id = bare[..end].trim_end_matches(['.', '-', '_']);
    if !known(id) {
        return None;
    }
    let rest = bare[id.len()..].trim_start_matches([':', '*', '`', ']', '~', ' ', '—', '–', '-', '.']);
    Some((id.to_owned(), rest.trim().to_owned()))
}

/// Returns whether a word is a requirement id: capitals, then `-` or `_`, and digits at the end: `AUTH-01`, `AC-1.2`,
/// `DEPLOY-WEB-01`, `ACCEL-F1`, `AUTH_01`; a dot behind letters alone does as well: `SEC.1`, not `V1.0`.
pub fn is_id(word: &str) -> bool {
    let Some((head, tail)) = apart(word).filter(|_| !standards::is_standard(word)) else { return false };
    let lettered = head.len() > 1 && head.bytes().all(|b| b.is_ascii_uppercase());
    if word[head.len()..].starts_with('.') && !lettered {
        return false;
    }
    let capitals = head.starts_with(|c: char| c.is_ascii_uppercase())
        && head.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-' || b == b'_');
    let digits = tail.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b.is_ascii_lowercase());
    capitals && number && word.len() <= 40 && tail.len() - digits.len() <= 2
}

/// Splits an id into its word and its number.
fn apart(id: &str) -> Option<(&str, &str)> {
    let at = id.rfind(['-', '_']).or_else(|| id.find('.'))?;
    Some((&id[..at], &id[at + 1..]))
}

/// Returns whether a word is an id where ids are announced: `C1`, `FR1.2` and `req-01` are, too.
fn is_any_id(word: &str) -> bool {
    is_short_or_id(word) || is_id(&word.to_ascii_uppercase())
}

/// Returns whether a word is an id, or capitals and a number: `R1`, `FR1.2`.
fn is_short_or_id(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = word.len() - digits.len();
    let short = (1..=6).contains(&letters)
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    short || is_id(word)
}
