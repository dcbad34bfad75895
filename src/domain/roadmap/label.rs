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
}

/// Reads `**Goal:** …`, `**Success Criteria** (what must be TRUE):`, `- **Requirements**: …`, `Goal: …`, `Plans:`.
pub(super) fn label(line: &str) -> Option<Label<'_>> {
    let whole = line.trim_start();
    let bare = whole.trim_start_matches("- ").trim_start_matches("* ");
    let bulleted = bare.len() < whole.len();
    let (word, rest) = match bare.strip_prefix("**") {
        Some(inner) => inner.split_once("**")?,
        None if bulleted || !line.starts_with([' ', '\t', '|']) => {
            bare.split_once(':').filter(|(w, _)| w.len() < 40)?
        }
        None => return None,
    };
    let bold = bare.starts_with("**");
    let part = match label_of(word) {
        Some(part) => part,
        // Another bold label at the start of a line ends the part; a bold word inside a list does not.
        None if bold && line.starts_with("**") => Part::Other,
        // So does a word alone at the margin, and what counts the plans: `Notes:`, `Plans: 2 plans`.
        None if !bold
            && !bulleted
            && (rest.trim().is_empty() && word.split_whitespace().count() < 4
                || word.trim().eq_ignore_ascii_case("plans")) =>
        {
            Part::Other
        }
        None => return None,
    };
    let mut rest = rest.trim_start();
    // A note between label and colon: `(what must be TRUE):`.
    if let Some((note, after)) = rest.strip_prefix('(').and_then(|r| r.split_once("):"))
        && !note.contains(')')
    {
        rest = after;
    } else if part == Part::Criteria && rest.starts_with('(') && rest.ends_with(')') {
        rest = "";
    }
    Some(Label { part, rest: rest.trim_start_matches(':').trim(), bulleted, bold })
}

/// Returns the part that a label names, whatever sign stands before its words.
pub(super) fn label_of(word: &str) -> Option<Part> {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = word.split('(').next().unwrap_or("").trim().trim_end_matches(':').to_ascii_lowercase();
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
