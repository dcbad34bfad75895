//! The labels of a phase's parts: `**Goal:** …`, `**Success Criteria** (what must be TRUE):`, `Plans:`.

use super::Part;
use super::items::number_of;

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
    if let Some(found) = tagged(line) {
        return Some(found);
    }
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
        // So does a word alone at the margin, and what counts the plans: `Notes:`, `Plans: 2 plans`; not an item that has
        // others below it: `2. Admins can:`.
        None if !bold
            && !bulleted
            && number_of(bare).is_none()
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
    let rest = rest.trim_start_matches([':', '：']).trim();
    // What is emphasised with its colon closes behind it: `*Goal:* …`.
    let marks = bare.len() - bare.trim_start_matches(['*', '_']).len();
    let open = bare.get(..marks).filter(|marks| !bold && !marks.is_empty() && !word.ends_with(*marks));
    let rest = open.and_then(|marks| rest.strip_prefix(marks)).map_or(rest, str::trim_start);
    Some(Label { part, rest, bulleted, bold, word })
}

/// Returns where a label of the criteria or requirements in bold begins within a line that is another part's:
/// `**Goal**: g. **Success Criteria**: a; b`.
pub(super) fn within(line: &str) -> Option<usize> {
    label(line).filter(|found| found.bold && found.part != Part::Other && !found.rest.is_empty())?;
    let mut at = 0;
    for (n, piece) in line.split("**").enumerate() {
        let begins = at;
        at += piece.len() + 2;
        // Each odd piece stands in bold; the first is the line's own label.
        let ended = piece.ends_with([':', '：'])
            || line.get(at..).is_some_and(|behind| behind.trim_start().starts_with([':', '：', '(']));
        if n > 1
            && n % 2 == 1
            && ended
            && matches!(label_of(piece), Some(Part::Criteria | Part::Requirements | Part::Depends))
        {
            return begins.checked_sub(2);
        }
    }
    None
}

/// Tags that dress a label.
const TAGS: [&str; 14] =
    ["summary", "details", "b", "strong", "em", "i", "u", "p", "h1", "h2", "h3", "h4", "h5", "h6"];

/// Reads a label in tags: `<summary>Success Criteria</summary>`, `<b>Goal:</b> …`. In a title's tags words that name no part
/// are a label as well.
fn tagged(line: &str) -> Option<Label<'_>> {
    let mut text = line.trim();
    let mut titled = false;
    while let Some((tag, behind)) = text.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
        let name = tag.split(char::is_whitespace).next().unwrap_or_default().to_ascii_lowercase();
        if !TAGS.contains(&name.as_str()) {
            return None;
        }
        titled |= name == "summary" || name.starts_with('h');
        text = behind.trim_start();
    }
    let (word, mut rest) = text
        .split_once("</")
        .filter(|(word, _)| text.len() < line.trim().len() && !word.trim().is_empty())?;
    rest = rest.split_once('>')?.1.trim_start();
    while let Some((_, behind)) = rest.strip_prefix("</").and_then(|inner| inner.split_once('>')) {
        rest = behind.trim_start();
    }
    let part = label_of(word).or_else(|| (titled && rest.is_empty()).then_some(Part::Other))?;
    Some(Label {
        part, rest: rest.trim_start_matches([':', '：']).trim(), bulleted: false, bold: true, word
    })
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

/// Words of labels that tell of a phase and hold no criteria, though a group of criteria may be called so.
const FIELDS: [&str; 64] = [
    "approach",
    "archive",
    "area",
    "assignee",
    "author",
    "background",
    "blocked by",
    "blocker for",
    "blocks",
    "branch",
    "budget",
    "canonical refs",
    "category",
    "closes",
    "completed on",
    "completed",
    "complexity",
    "confidence",
    "context",
    "cost",
    "created",
    "date",
    "deadline",
    "deferred",
    "docs",
    "documentation",
    "due",
    "epic",
    "execution order",
    "folder",
    "full archive",
    "gap closure",
    "gaps closed",
    "inserted",
    "issue",
    "issues",
    "last updated",
    "links",
    "mode",
    "model",
    "motivation",
    "numbering",
    "origin",
    "owner",
    "owners",
    "parallel with",
    "parallel",
    "pr",
    "priority",
    "progress",
    "references",
    "release",
    "reviewer",
    "see also",
    "size",
    "source",
    "spec",
    "started",
    "tags",
    "team",
    "type",
    "unblocks",
    "version",
    "wave",
];

/// Tells whether a label's words name a field of a phase.
pub(super) fn names_field(word: &str) -> bool {
    FIELDS.contains(&words_of(word).as_str())
}

/// Tells whether a label's words name another part, and lead over to no list of criteria.
pub(super) fn names_other(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = word.split('(').next().unwrap_or("");
    let word = word.trim_end_matches([':', '：', '*', '_', ' ', '\u{a0}']).to_ascii_lowercase();
    OTHERS.contains(&word.as_str())
        || label_of(&word).is_some()
        || word.split(' ').any(|w| ["key", "plans", "notes"].contains(&w))
}

/// Returns the part that a label names, whatever stands around its words: `**Success-Criteria:**`, `Phase 3 Goal`.
pub(super) fn label_of(word: &str) -> Option<Part> {
    let words = words_of(word);
    match words.as_str() {
        "goal" | "objective" => Some(Part::Goal),
        "requirements" | "requirement" | "requirement ids" | "reqs" | "requirements covered" => {
            Some(Part::Requirements)
        }
        "depends on" | "dependencies" | "depends" | "deps" => Some(Part::Depends),
        words if is_criteria(words) => Some(Part::Criteria),
        // Of several parts under one label the criteria must not be lost.
        words => {
            let mut pieces = words.split([',', '/', '&', '+']).flat_map(|piece| piece.split(" and "));
            let criteria = |piece: &str| piece.contains(' ') && is_criteria(piece);
            pieces.any(|piece| criteria(piece.trim())).then_some(Part::Criteria)
        }
    }
}

/// Returns a label's words in small letters, with one blank between them and without signs around them, a note in brackets
/// and the phase they are said of.
fn words_of(label: &str) -> String {
    let label = label.trim_start_matches(|c: char| !c.is_alphanumeric());
    let label = label.split(['(', '（']).next().unwrap_or_default();
    let label = label.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let apart = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '‐' | '‑' | '–' | '—');
    let unseen = |c: char| matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}');
    let words = label.split(apart).map(|word| word.replace(unseen, "")).filter(|word| !word.is_empty());
    let mut words = words.peekable();
    if words.next_if(|word| word == "phase").is_some() {
        words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    }
    words.collect::<Vec<_>>().join(" ")
}

/// Tells whether words name what must be true when the phase is done.
fn is_criteria(words: &str) -> bool {
    let known = ["success", "definition of done", "done when", "observable truths", "truths"];
    if known.contains(&words) {
        return true;
    }
    let all: Vec<&str> = words.split(' ').collect();
    // `What must be TRUE`, `These must be true when it is done`
    if all.len() <= 8 && format!(" {words} ").contains(" must be true ") {
        return true;
    }
    let measured = [
        "criteria",
        "criterion",
        "metrics",
        "metric",
        "measures",
        "measure",
        "conditions",
        "condition",
        "indicators",
    ];
    let ends = ["success", "acceptance", "exit", "completion", "done"];
    let beside = ["key", "measurable", "observable", "the", "our", "overall"];
    all.split_last().is_some_and(|(last, before)| {
        measured.contains(last)
            && before.iter().any(|word| ends.contains(word))
            && before.iter().all(|word| ends.contains(word) || beside.contains(word))
    })
}
