//! REQUIREMENTS.md → ids with their texts, from checklists, headings and tables.

mod later;
mod left;
mod named;
mod standards;
mod traced;

use serde::{Deserialize, Serialize};

use super::lines::{Comments, Fences, heading, numbered, unix};
use later::{Versions, is_deferred};
pub(super) use left::asked;
pub(super) use named::announced;
pub use named::{announced_in, ids_in};
pub use traced::{Traced, traced};

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

/// Reads every requirement; of an id that stands several times, the first with a text.
pub fn read(text: &str) -> Vec<Requirement> {
    let text = &unix(text);
    let mut out: Vec<Requirement> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let mut deferred: Option<usize> = None;
    let mut columns: Option<Columns> = None;
    let versions = Versions::of(text);
    let (mut comments, mut fences) = (Comments::of(text), Fences::of(text));
    // An id alone on its line: its text may stand on the next.
    let mut alone: Option<(String, Option<bool>, u32)> = None;
    for (line, written) in numbered(text) {
        let bare = written.trim();
        if comments.hold(line, bare) || fences.hold(line, bare) {
            continue;
        }
        let titled = heading(written).or_else(|| later::bold(bare));
        if let Some((level, title)) = titled
            && deferred.is_none_or(|of| level <= of)
        {
            deferred = (is_deferred(title) || level > 1 && versions.later(title)).then_some(level);
        }
        let found = if let Some((_, title)) = heading(written) {
            id_first(title, is_id).map(|(id, text)| (id, text, None))
        } else if bare.starts_with('|') {
            columns = table_head(bare).unwrap_or(columns);
            columns.and_then(|columns| row(bare, columns))
        } else {
            columns = None;
            checklist(bare)
        };
        let goes_on = found.is_none() && written.starts_with([' ', '\t']) && !bare.is_empty();
        let (found, line) = match alone.take().filter(|_| goes_on) {
            Some((id, done, line)) => (Some((id, bare.to_owned(), done)), line),
            None => (found, line),
        };
        match found {
            Some((id, text, done)) if text.is_empty() && !written.starts_with('#') => {
                alone = Some((id, done, line)).filter(|(id, ..)| !known.contains(id));
            }
            Some((id, text, done)) if known.insert(id.clone()) => {
                out.push(Requirement { id, text, done, deferred: deferred.is_some(), line });
            }
            Some(_) | None => {}
        }
    }
    out
}

/// Returns which columns hold requirements with their texts, of a row that is a head; nothing for other rows.
///
/// A traceability table (`Requirement | Phase | Status`) holds ids without texts.
fn table_head(row: &str) -> Option<Option<Columns>> {
    let lower = row.to_ascii_lowercase();
    let cells: Vec<&str> =
        lower.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('*')).collect();
    let ids = ["id", "req", "req id", "req-id", "requirement id", "#"];
    let id = cells.iter().position(|c| ids.contains(c));
    let id = id.or_else(|| cells.first().filter(|c| **c == "requirement").map(|_| 0));
    let texts = ["requirement", "description", "text", "statement", "title", "name", "criterion"];
    let Some(id) = id else {
        // A row of dashes says nothing, and a row with an id is none of a head.
        return None;
    };
    let text = cells.iter().enumerate().position(|(at, c)| at != id && texts.contains(c));
    Some(text.map(|text| Columns { id, text }))
}

/// Which columns of a table hold a requirement's id and its text.
#[derive(Clone, Copy)]
struct Columns {
    id: usize,
    text: usize,
}

type Found = (String, String, Option<bool>);

fn row(row: &str, columns: Columns) -> Option<Found> {
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    let (id, rest) = id_first(cells.get(columns.id)?, is_any_id)?;
    let text = cells.get(columns.text)?;
    (rest.is_empty() && !text.is_empty()).then(|| (id, (*text).to_owned(), None))
}

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
