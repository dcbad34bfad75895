//! The labels of a phase's parts: `**Goal:** …`, `**Success Criteria** (what must be TRUE):`, `Plans:`.

use super::Part;

/// A label that a line begins with.
pub(super) struct Label<'t> {
    pub(super) part: Part,
    /// What stands behind it.
    pub(super) rest: &'t str,
    /// The line is an item of a list.
    pub(super) bulleted: bool,
    pub(super) bold: bool,
    /// Its words, which name another part than the criteria where [`names_other`] says so.
    pub(super) word: &'t str,
}

/// Reads `**Goal:** …`, `**Success Criteria** (what must be TRUE):`, `- **Requirements**: …`, `Goal: …`, `Plans:`. Words
/// that name no part are a label of another one, which the reader holds against what stands above.
pub(super) fn label(line: &str) -> Option<Label<'_>> {
    let whole = line.trim_start();
    let bare = whole.trim_start_matches("- ").trim_start_matches("* ");
    let bulleted = bare.len() < whole.len();
    let bold = bare.starts_with("**");
    let (word, rest) = match bare.strip_prefix("**") {
        Some(inner) => inner.split_once("**")?,
        None if bulleted || !line.starts_with([' ', '\t', '|']) => {
            bare.split_once([':', '：']).filter(|(w, _)| w.len() < 40)?
        }
        None => return None,
    };
    let ended = word.trim_end().ends_with([':', '：']) || rest.trim_start().starts_with([':', '：']);
    let part = match label_of(word) {
        Some(part) => part,
        // A number in bold begins an item: `**1.** first`, `**SC1:** first`.
        None if bold && counts(word) => return None,
        // Another bold label at the start of a line ends the part; a bold word inside a list only where a colon ends it.
        None if bold && (line.starts_with("**") || bulleted && ended) => Part::Other,
        // So does a word alone at the margin, and what counts the plans: `Notes:`, `Plans: 2 plans`.
        None if !bold
            && !bulleted
            && (rest.trim().is_empty() && word.split_whitespace().count() < 4
                || word.trim().eq_ignore_ascii_case("plans")) =>
        {
            Part::Other
        }
        None if !bold && bulleted && word.split_whitespace().count() < 4 => Part::Other,
        None => return None,
    };
    let mut rest = rest.trim_start();
    // A dash stands in place of a colon: `**Goal** — g`.
    // Before a box it begins an item.
    if let Some(after) = behind_dash(rest).filter(|after| bold && !ended && !after.starts_with('[')) {
        rest = after;
    }
    // A note between label and colon: `(what must be TRUE):`.
    if let Some((note, after)) =
        rest.strip_prefix('(').and_then(|r| r.split_once("):").or_else(|| r.split_once(")：")))
        && !note.contains(')')
    {
        rest = after;
    } else if part == Part::Criteria && rest.starts_with('(') && rest.ends_with(')') {
        rest = "";
    } else if part != Part::Other
        && bold
        && let Some((note, after)) = rest.strip_prefix('(').and_then(|r| r.split_once(')'))
        && !note.contains('(')
        && let Some(after) = behind_dash(after.trim_start())
    {
        rest = after;
    }
    Some(Label { part, rest: rest.trim_start_matches([':', '：']).trim(), bulleted, bold, word })
}

/// Returns what stands behind a dash that stands alone.
fn behind_dash(text: &str) -> Option<&str> {
    let after = ["—", "–", "-"].iter().find_map(|dash| text.strip_prefix(dash))?;
    (after.is_empty() || after.starts_with(char::is_whitespace)).then(|| after.trim_start())
}

/// Tells whether a bold word is only a number: `1.`, `2)`, `SC1:`, `AC-3`.
pub(super) fn counts(word: &str) -> bool {
    let bare = word.trim().trim_end_matches(['.', ')', ':', '：']);
    let digits = bare.trim_start_matches(|c: char| c.is_ascii_uppercase()).trim_start_matches('-');
    bare.len() - digits.len() <= 4
        && !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Words of labels that no criteria stand below.
const OTHERS: [&str; 29] = [
    "plan",
    "plans",
    "note",
    "notes",
    "status",
    "risk",
    "risks",
    "task",
    "tasks",
    "deliverable",
    "deliverables",
    "scope",
    "out of scope",
    "non-goals",
    "details",
    "ui hint",
    "research",
    "research flag",
    "timeline",
    "estimate",
    "estimates",
    "effort",
    "duration",
    "milestone",
    "files",
    "key files",
    "decisions",
    "rationale",
    "open questions",
];

/// Tells whether a label's words name another part, and lead over to no list of criteria.
pub(super) fn names_other(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word =
        word.split('(').next().unwrap_or("").trim().trim_end_matches([':', '：', '*']).to_ascii_lowercase();
    OTHERS.contains(&word.as_str())
        || label_of(&word).is_some()
        || word.split(' ').any(|w| ["key", "plans", "notes"].contains(&w))
}

/// Returns the part that a label names, whatever sign stands before its words.
pub(super) fn label_of(word: &str) -> Option<Part> {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = word.split('(').next().unwrap_or("").trim().trim_end_matches([':', '：']).to_ascii_lowercase();
    match word.as_str() {
        "goal" | "phase goal" | "objective" => Some(Part::Goal),
        "success criteria"
        | "success criterion"
        | "success"
        | "acceptance criteria"
        | "exit criteria"
        | "completion criteria"
        | "definition of done"
        | "done when"
        | "observable truths"
        | "truths"
        | "must be true" => Some(Part::Criteria),
        "requirements" | "requirement" | "requirement ids" | "reqs" | "requirements covered" => {
            Some(Part::Requirements)
        }
        "depends on" | "dependencies" | "depends" | "deps" => Some(Part::Depends),
        _ => None,
    }
}
