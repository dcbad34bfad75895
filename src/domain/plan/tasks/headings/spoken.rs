//! Headings that speak of a task and are none.

/// Words before `task` in a heading that is about tasks and is none.
const ABOUT: [&str; 53] = [
    "about",
    "after",
    "all",
    "appendix",
    "before",
    "between",
    "both",
    "by",
    "checklist",
    "checkpoint",
    "commit",
    "context",
    "dependencies",
    "details",
    "diff",
    "each",
    "every",
    "files",
    "for",
    "from",
    "handoff",
    "how",
    "if",
    "in",
    "note",
    "notes",
    "of",
    "on",
    "other",
    "output",
    "overview",
    "per",
    "progress",
    "remaining",
    "result",
    "results",
    "review",
    "rollback",
    "see",
    "since",
    "status",
    "summary",
    "than",
    "to",
    "until",
    "validation",
    "verification",
    "verify",
    "via",
    "what",
    "when",
    "why",
    "with",
];

/// Tells whether a heading holds the word with a number beside it, in whatever order and form: `Tasks 2: B`, `Second task
/// (2)`, `The 2nd task`. `Notes on task 2`, `3 tasks` and `Tasks (3)` are about tasks.
pub(super) fn speaks_of_task(title: &str) -> bool {
    let lower = title.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let said = |word: &str| word.trim_start_matches("sub").strip_prefix("task").map(str::to_owned);
    let Some((at, behind)) = words.iter().enumerate().find_map(|(at, word)| Some((at, said(word)?))) else {
        return false;
    };
    let (before, after) = words.split_at(at);
    if before.iter().any(|word| ABOUT.contains(word)) {
        return false;
    }
    let counted = |word: Option<&&str>| word.is_some_and(|word| word.starts_with(char::is_numeric));
    let ordinal = |word: &&str| ["st", "nd", "rd", "th"].iter().any(|end| word.ends_with(end));
    // How many there are stands in brackets: `Tasks (3)`.
    let several = behind == "s" && lower.contains("tasks (");
    behind.contains(char::is_numeric)
        || counted(after.get(1)) && !several
        || behind.is_empty() && counted(before.last()) && before.last().is_some_and(ordinal)
}
