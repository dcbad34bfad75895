//! Which files a plan says it makes: by a mark on the entry, by its promises, by its words.
//!
//! Plans list new files beside existing ones and rarely mark them; a file that the plan speaks of making
//! is not missing.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::document::Read;
use super::paths::plain;
use crate::domain::plan::Task;

/// The most bytes that the entries of one list are looked for in, all together.
const MAX_LOOKED_AT: usize = 32 * 1024 * 1024;

/// A line that speaks of making something. Words that are as often said of a file that is there (`add`,
/// `implement`) are none.
static MAKES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:creat\w*|new|scaffold\w*|generat\w*|writ(?:e|es|ing)|initiali[sz]\w*|bootstrap\w*|extract\w* (?:in)?to|mov\w+ (?:in)?to|renam\w+ to|stubs?)\b",
    )
    .expect("a fixed pattern")
});

/// A file that holds tests: those of a change are new more often than not, and nobody marks them.
static TEST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:^|/)(?:tests?|spec|__tests__|e2e)/|(?:^|/)test_|[._-](?:test|spec|e2e)\.|_test\.|Tests?\.",
    )
    .expect("a fixed pattern")
});

/// A note behind an entry that says that the file is new.
static NEW_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[`*_\x22'\s]*[(\[{—–:-]+\s*(?:NEW\b|brand.new|to be (?:created|added|generated|written)|will be (?:created|added|generated)|creat(?:e|es|ed|ing)\b|generated?\b|added?\b|if (?:not exists|missing|needed|absent))")
        .expect("a fixed pattern")
});

/// A word before an entry that says so.
static NEW_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:creates?|new|adds?|generates?)(?: file)?\b[^\w`]*|->\s*|→\s*)[`*_\x22'\s]*$")
        .expect("a fixed pattern")
});

/// A note behind an entry that says that the file is there.
static OLD_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[`*_\x22'\s]*[(\[{—–:-]+\s*(?:existing\b|exists\b|modif(?:y|ies|ied|ication)\b|updat(?:e|es|ed|ing)\b|edit(?:s|ed)?\b|delet(?:e|es|ed)\b|remov(?:e|es|ed)\b)")
        .expect("a fixed pattern")
});

/// A word before an entry that says so.
static OLD_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:modif(?:y|ies)|updates?|edits?|existing|deletes?|removes?)(?: file)?\b[^\w`]*[`*_\x22'\s]*$")
        .expect("a fixed pattern")
});

/// A note behind an entry that says that the file is not changed.
static READ_AFTER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[`*_\x22'\s]*[(\[{—–:-]+\s*(?:read[ -]?only\b|read(?:[ -]first)?\s*[)\]]|(?:for )?reference(?: only)?\s*[)\]]|reference only\b|for reference\b|no changes?\b|unchanged\b|not (?:to be )?(?:modified|changed|touched|edited)\b|do not (?:modify|change|touch|edit)\b|verify[ -]only\b|verification only\b|context(?: only)?\s*[)\]])")
        .expect("a fixed pattern")
});

/// A word before an entry that says so.
static READ_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|[>\s*-])(?:read(?:[ -]only| first)?|reference(?: only)?)\**:\**[`*_\x22'\s]*$")
        .expect("a fixed pattern")
});

/// Words without which nobody says so.
static READS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bread\b|\bread[ -]only|reference|no change|unchanged|\bnot (?:to be )?(?:modif|chang|touch|edit)|verify.only|verification only|context")
        .expect("a fixed pattern")
});

/// A heading over entries that says so of all.
static OLD_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^[-*#\s]*(?:(?:modif(?:y|ied)|updated?|existing|edit(?:ed)?) files?|files?[^:\n]{0,12}\b(?:modify|modified|update|edit|delete)|modify|modifies|update)\b[^:\n]{0,20}:|^[ \t]+(?:modified|changed|updated|deleted):",
    )
    .expect("a fixed pattern")
});

/// A heading over entries that says of all that they are new.
static NEW_LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^[-*#\s]*(?:new files?|files?[^:\n]{0,12}\b(?:create|created|add|new)|creates?)\b[^:\n]{0,20}:|^[ \t]+created:",
    )
    .expect("a fixed pattern")
});

/// A heading over entries that are files.
static FILES: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)^[-*#\s]*(?:\w+ )?files?\b[^:\n]{0,40}:").expect("a fixed pattern"));

/// Any heading over entries.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[-*#\s]*\*{0,2}[A-Za-z][\w /()]{1,40}:\*{0,2}\s*$").expect("a fixed pattern")
});

/// A task whose name says that it makes what it lists.
static MAKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*(?:tdd\W+|red\W+|wave \d+\W+)*(?:creat|scaffold|generat|initiali[sz]|bootstrap|write|new|add|introduc|extract|set ?up|build|implement|split|port|define|stub|draft|author)",
    )
    .expect("a fixed pattern")
});

/// What a plan says it makes.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// Paths and file names in lines that speak of making.
    words: BTreeSet<String>,
    /// Paths that are promised to be there in the end.
    promised: BTreeSet<String>,
}

impl Made {
    /// Looks through the whole plan once.
    pub(super) fn of(read: &Read<'_>) -> Self {
        let mut words = BTreeSet::new();
        let (mut tagged, mut labelled) = (false, false);
        for line in read.text.lines() {
            let trimmed = line.trim();
            // A list of files says nothing of making them, whatever its label or the folders are called; its
            // own marks are read by `marked`.
            if tagged || trimmed.starts_with("<files") {
                tagged = !trimmed.contains("</files");
                continue;
            }
            labelled = FILES.is_match(line) || labelled && trimmed.starts_with(['-', '*', '`', '+']);
            if labelled {
                continue;
            }
            if !MAKES.is_match(&without_paths(line)) {
                continue;
            }
            for word in words_of(line) {
                if let Some(name) =
                    word.rsplit('/').next().filter(|name| name.contains('.') && name.len() > 3)
                {
                    words.insert(name.to_owned());
                }
                words.insert(word.to_owned());
            }
        }
        let promised = read.plan.must_haves.artifacts.iter().map(|a| plain(&a.path)).collect();
        Self { words, promised }
    }

    /// Tells whether the plan says it makes a file.
    pub(super) fn holds(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.promised.contains(path)
            || self.words.contains(path)
            || name.contains('.') && self.words.contains(name)
    }
}

/// Tells whether a path is that of a test.
pub(super) fn is_test(path: &str) -> bool {
    TEST.is_match(path)
}

/// Tells whether a task's name says that it makes what it lists.
pub(super) fn is_maker(name: &str) -> bool {
    MAKER.is_match(name)
}

/// What an entry says of its file, by its own note, the word before it, or the list's heading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Mark {
    New,
    /// It is there and is changed or removed.
    Old,
    /// It is there and is only read.
    Read,
    #[default]
    Nothing,
}

/// The text that lists files, a line each, with what a heading over it says of those that follow.
#[derive(Debug)]
pub(super) struct Lists<'t> {
    lines: Vec<(&'t str, Mark)>,
}

impl<'t> Lists<'t> {
    /// Looks at a text in which `count` entries are going to be looked for, each through all of it: of a
    /// text too long for that many, only the beginning.
    pub(super) fn of(text: &'t str, count: usize) -> Self {
        let (mut heading, mut bytes) = (Mark::Nothing, MAX_LOOKED_AT / count.max(1));
        let mut lines = Vec::new();
        for line in text.lines() {
            let Some(left) = bytes.checked_sub(line.len() + 1) else { break };
            bytes = left;
            if NEW_LABEL.is_match(line) {
                heading = Mark::New;
            } else if OLD_LABEL.is_match(line) {
                heading = Mark::Old;
            } else if line.trim().is_empty() || LABEL.is_match(line.trim_end()) {
                heading = Mark::Nothing;
            }
            lines.push((line, heading));
        }
        Self { lines }
    }
}

/// Returns what the entries of a path say of it; that it is new anywhere wins. The line of its first mention is returned
/// beside, from 0.
pub(super) fn marked(lists: &Lists<'_>, path: &str) -> (Mark, Option<usize>) {
    let (mut first, mut said) = (None, Mark::Nothing);
    // No entry was seen yet.
    let mut open = true;
    for (n, &(line, heading)) in lists.lines.iter().enumerate() {
        let Some(at) = mention(line, path) else { continue };
        first = first.or(Some(n));
        let after = &line[at + path.len()..];
        let own = after.split([',', ';']).next().unwrap_or(after);
        let before = line[..at].rsplit([',', ';']).next().unwrap_or_default();
        if NEW_AFTER.is_match(own) || NEW_BEFORE.is_match(before) {
            return (Mark::New, first);
        }
        let old = OLD_AFTER.is_match(own) || OLD_BEFORE.is_match(before);
        match heading {
            Mark::New if !old => return (Mark::New, first),
            Mark::New | Mark::Old | Mark::Read | Mark::Nothing if old || heading == Mark::Old => {
                said = Mark::Old;
            }
            Mark::New | Mark::Old | Mark::Read | Mark::Nothing => {}
        }
        // What is said of a file further down may be of a part of it; a title is no entry.
        let entry = open && !is_title(line);
        open &= !entry;
        if entry && said == Mark::Nothing && (READ_AFTER.is_match(own) || READ_BEFORE.is_match(before)) {
            said = Mark::Read;
        }
    }
    (said, first)
}

/// Tells whether a line is the title of a task.
fn is_title(line: &str) -> bool {
    let bare = line.trim_start();
    bare.starts_with('#') || bare.starts_with("<task") || line.contains("<name>")
}

/// Returns the files of a task that it does not only read.
pub(super) fn changed(task: &Task) -> impl Iterator<Item = &String> {
    let lists = READS.is_match(&task.raw).then(|| Lists::of(&task.raw, task.files.len()));
    task.files
        .iter()
        .filter(move |file| lists.as_ref().is_none_or(|lists| marked(lists, file).0 != Mark::Read))
}

/// Calls `found` with each path that a body says to read, its line from 0 and what its entry says of it: those behind an
/// `@` in `<context>`, and those of `<read_first>`. Code, comments and interfaces are shown, not named.
pub(super) fn to_read(body: &str, mut found: impl FnMut(u32, &str, Mark)) {
    let (mut context, mut first) = (false, false);
    let mut hidden: Option<&str> = None;
    for (n, line) in (0..).zip(body.lines()) {
        let text = line.trim();
        context |= text.starts_with("<context>");
        first |= text.starts_with("<read_first>");
        if let Some(end) = hidden {
            // The tag that ends the list ends what is open in it.
            hidden = Some(end).filter(|end| {
                !text.contains(end) && !text.starts_with("</context>") && !text.starts_with("</read_first>")
            });
        } else if let Some(end) = (context || first).then(|| hides(text)).flatten() {
            hidden = Some(end);
        } else if context || first {
            let bare = text.trim_start_matches("<context>").trim_start_matches("<read_first>");
            let bare = bare.split("</").next().unwrap_or_default();
            named(bare, first, |path, mark| found(n, path, mark));
        }
        context &= !text.contains("</context>");
        first &= !text.contains("</read_first>");
    }
}

/// Returns what ends the part that begins at a line and names nothing to read.
fn hides(text: &str) -> Option<&'static str> {
    let parts = [("```", "```"), ("~~~", "~~~"), ("<!--", "-->"), ("<interfaces", "</interfaces>")];
    let (open, close) = parts.into_iter().find(|(open, _)| text.starts_with(open))?;
    (!text[open.len()..].contains(close)).then_some(close)
}

/// Calls `found` with each path that a line names.
fn named(line: &str, first: bool, mut found: impl FnMut(&str, Mark)) {
    // What stands before is nothing but entries: the next may be one, too.
    let mut listed = true;
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| !apart(c)) {
        let from = &rest[start..];
        let (word, behind) = from.split_at(from.find(apart).unwrap_or(from.len()));
        rest = behind;
        let word = word.trim_matches(['`', '"', '\'', '(', ')', '*']).trim_end_matches(['.', ':']);
        let (path, marked) = word.strip_prefix('@').map_or((word, false), |path| (path, true));
        if (marked || first) && is_file(path, marked && listed) {
            // Its own note, looked for no further than notes go.
            let near = behind.char_indices().nth(80).map_or(behind, |(end, _)| &behind[..end]);
            let own = near.split([',', ';', '@']).next().unwrap_or(near);
            found(path, if NEW_AFTER.is_match(own) { Mark::New } else { Mark::Nothing });
        } else {
            let joins = word.is_empty() || matches!(word, "-" | "+" | "and" | "&" | "[x]" | "[ ]");
            let counts = word.bytes().all(|b| b.is_ascii_digit());
            listed &= joins || counts || marked;
        }
    }
}

fn apart(c: char) -> bool {
    matches!(c, ' ' | '\t' | ',' | ';')
}

/// The endings of files that people name without a folder; behind an `@` another word with a dot is as often code:
/// `@pytest.fixture`.
const ENDINGS: [&str; 34] = [
    "md", "mdx", "txt", "rst", "ts", "tsx", "js", "jsx", "mjs", "cjs", "json", "jsonc", "yaml", "yml",
    "toml", "ini", "cfg", "py", "rs", "go", "rb", "java", "cs", "php", "swift", "kt", "c", "h", "cpp", "sql",
    "sh", "css", "html", "lock",
];

/// Tells whether a word names a file to read: it ends as files do. A folder, a package such as `@scope/name` and words such
/// as `and/or` do not; without a folder before it a name is one only where it stands as an entry.
fn is_file(word: &str, entry: bool) -> bool {
    let path = word.split(['#', ':']).next().unwrap_or(word);
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((_, ending)) = name.rsplit_once('.') else {
        return entry && path.contains('/') && name.ends_with("file");
    };
    let short = (1..=8).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric());
    short && (path.contains('/') || entry && ENDINGS.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Returns where a path stands in a line as a whole word.
fn mention(line: &str, path: &str) -> Option<usize> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '.');
    line.match_indices(path).map(|(at, _)| at).find(|at| {
        let before = line[..*at].chars().next_back();
        let after = line[at + path.len()..].chars().next();
        !before.is_some_and(part) && !after.is_some_and(|c| c.is_alphanumeric() || c == '/' || c == '_')
    })
}

/// Returns the words of a line that may be paths or file names.
fn words_of(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| {
        c.is_whitespace() || matches!(c, '`' | '"' | '\'' | '(' | ')' | ',' | ';' | '*' | '<' | '>' | '|')
    })
    .map(|word| word.trim_matches(['.', ':', '!', '?', '{', '}']))
    .map(|word| word.strip_prefix("./").unwrap_or(word))
    .map(|word| word.split_once(':').map_or(word, |(path, _)| path))
    .filter(|word| word.len() > 2 && (word.contains('/') || word.contains('.')))
}

/// Returns a line without the words that are paths: `new.html.erb` says nothing of being new.
fn without_paths(line: &str) -> String {
    let words =
        line.split_whitespace().filter(|w| !(w.contains('/') || w.trim_end_matches('.').contains('.')));
    words.collect::<Vec<_>>().join(" ")
}
