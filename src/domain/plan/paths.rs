//! Paths as plans list them: in backticks, behind bullets, with notes, in tags and tables.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::super::review::Remark;

/// A comment, or the signs around what is to be taken letter by letter.
static HIDDEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)<!--.*?-->|<!\[CDATA\[|\]\]>").expect("a fixed pattern"));

/// A tag around one entry, and the path that stands in it. Other words between angle brackets keep a name's place.
static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)</?(?:file|path|item|li|ul|ol|entry|code|create|modify|delete|br)(?:\s[^<>]*?(?:path|name|src)\s*=\s*["']([^"'<>]*)["'][^<>]*|\s[^<>]*)?/?>"#,
    )
    .expect("a fixed pattern")
});

/// What is struck out, and the sign that leads from it to what stands in its place.
static STRUCK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"~~[^~\n]+~~(?:[ \t]*(?:→|->|=>))?").expect("a fixed pattern"));

/// Returns the path of a list entry without bullets, quotes, backticks, markdown links and notes; nothing
/// where no path is left. The path is not checked against the file system.
pub fn clean(entry: &str) -> Option<String> {
    let mut text = entry.trim();
    for bullet in ["- [ ] ", "- [x] ", "- [X] ", "- ", "* ", "+ "] {
        if let Some(rest) = text.strip_prefix(bullet) {
            text = rest.trim_start();
            break;
        }
    }
    text = without_verb(linked(text));
    // What stands in the first backticks is the path; the rest is talk.
    if let Some((_, rest)) =
        text.split_once('`').filter(|(before, _)| before.trim_matches(['*', '_', '"']).is_empty())
    {
        let inner = without_mark(rest.split('`').next().unwrap_or("").trim());
        return Some(inner.to_owned()).filter(|t| !t.is_empty());
    }
    let text = without_emphasis(text.trim_matches(['"', '\'']));
    let ends = [" (", " —", " –", " - ", " #", ": ", " [", " <", " or `", " → ", " -> "];
    let end = ends.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let path = text[..end].trim().trim_end_matches([',', ';', ':']).trim_matches(['"', '\'', '`']).trim();
    let path = first_word(without_emphasis(path));
    let none = ["", "none", "n/a", "-", "null", "tbd"];
    (!none.contains(&path.to_ascii_lowercase().as_str())).then(|| path.to_owned())
}

/// Takes off what is said of a file within its own quotes: `src/a.rs (new)`. Other parentheses may be part of a name.
fn without_mark(quoted: &str) -> &str {
    let Some((path, note)) = quoted.rsplit_once(" (") else { return quoted };
    let note = note.strip_suffix(')').unwrap_or_default().to_ascii_lowercase();
    let said = ["new", "create", "modif", "update", "edit", "exist", "delete", "remove"];
    if said.iter().any(|word| note.starts_with(word)) && is_path(path.trim()) { path.trim() } else { quoted }
}

/// Takes the stars of emphasis off a text, and leaves those of a pattern: `**src/a.rs**` and `*a.rs*` are emphasis,
/// `**/*.rs`, `*.md` and `src/**` are patterns.
fn without_emphasis(text: &str) -> &str {
    let text = text.trim();
    let open = text.strip_prefix("**").filter(|rest| !rest.is_empty() && !rest.starts_with(['/', '*']));
    let text = open.unwrap_or(text);
    let close = text.strip_suffix("**").filter(|rest| !rest.is_empty() && !rest.ends_with(['/', '*']));
    let text = close.unwrap_or(text);
    let pair = text.strip_prefix('*').and_then(|rest| rest.strip_suffix('*'));
    pair.filter(|inner| has_extension(inner) && !inner.contains('*')).unwrap_or(text).trim()
}

/// What joins two paths that are meant both, or of which either may do: all are looked for.
static JOINTS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)\s+(?:and|or|&|\+|/|\||plus)\s+").expect("a fixed pattern"));

/// Returns the paths of a text that holds nothing but several of them and what joins them: `a.rs, b.rs`, `a.rs and b.rs`,
/// `a.rs + b.rs`, `a.rs b.rs`.
pub(super) fn together(text: &str) -> Vec<String> {
    let parts = pieces(text).into_iter().flat_map(|piece| JOINTS.split(piece));
    let bare = parts.map(|part| part.trim().trim_start_matches("and ").trim_matches(['`', '"', '\'', ' ']));
    // Blanks alone part words that all end like files; others may belong to a name: `docs/My Notes.md`.
    let found: Vec<&str> = bare
        .flat_map(|part| match part.split_whitespace().all(has_extension) {
            true => part.split_whitespace().collect(),
            false => vec![part],
        })
        .collect();
    let all =
        found.len() > 1 && found.iter().all(|path| is_path(path) && !path.contains(char::is_whitespace));
    if all { found.into_iter().map(str::to_owned).collect() } else { Vec::new() }
}

/// Returns the path that a link shows or leads to: `[src/a.rs](../src/a.rs)`, `[the door](src/a.rs)`.
fn linked(text: &str) -> &str {
    let Some((shown, rest)) = text.strip_prefix('[').and_then(|text| text.split_once("](")) else {
        return text;
    };
    let shown = shown.trim_matches(['`', '*', ' ']);
    let target = rest.split(')').next().unwrap_or(rest);
    [shown, target].into_iter().find(|path| is_path(path)).unwrap_or(text)
}

/// Takes off what is to be done with a file: `Modify: a.rs`, `**Create:** a.rs`, `Modify a.rs`, `new file a.rs`, and the
/// letters of git: `M a.rs`, `?? a.rs`.
fn without_verb(text: &str) -> &str {
    let bare = text.trim_start_matches('*').trim_start();
    if let Some((sign, rest)) = bare.split_once(' ')
        && ["A", "D", "M", "R", "??", "+", "~"].contains(&sign)
        && rest.split_whitespace().next().is_some_and(|word| is_path(word.trim_matches('`')))
    {
        return rest.trim_start();
    }
    let bare = match bare.get(..9) {
        Some(words) if words.eq_ignore_ascii_case("new file ") => &bare[4..],
        Some(words) if words.eq_ignore_ascii_case("new file:") => &bare[4..],
        Some(_) | None => bare,
    };
    let Some((word, rest)) = bare.split_once([' ', ':']) else { return text };
    let verbs = ["create", "modify", "test", "delete", "new", "file", "edit", "update", "add", "remove"];
    if !verbs.contains(&word.to_ascii_lowercase().as_str()) {
        return text;
    }
    let colon = bare[word.len()..].starts_with(':');
    let rest = rest.trim_start_matches([':', '*', ' ']);
    // Without a colon the word may be the beginning of a name.
    if colon || is_path(rest.split(' ').next().unwrap_or("").trim_matches('`')) { rest } else { text }
}

/// Returns the path a text starts with, or else the first word that looks like a file.
pub(super) fn named(text: &str) -> Option<String> {
    let path = clean(text)?;
    if !path.contains(' ') {
        return Some(path);
    }
    let words = path.split_whitespace().map(|w| w.trim_matches(['`', '"', '\'', ',', '(', ')', '.']));
    words.into_iter().find(|w| has_extension(w)).map(str::to_owned)
}

/// Cuts prose off a path: `src/a.rs or related files` → `src/a.rs`; `docs/My Notes.md` and `docs/release notes` stay
/// whole.
fn first_word(text: &str) -> &str {
    let Some((first, rest)) = text.split_once(' ') else { return text };
    let prose = [
        "or", "and", "in", "for", "with", "when", "to", "from", "if", "as", "all", "any", "the", "via",
        "plus", "at",
    ];
    let next = rest.split_whitespace().next().unwrap_or_default();
    let spaced = !has_extension(first) && rest.split_whitespace().next_back().is_some_and(has_extension);
    let path = has_extension(first) || first.contains('/') && prose.contains(&next);
    if path && !spaced { first.trim_end_matches([',', ';', ':']) } else { text }
}

/// Returns whether a word ends like a file name: a dot and one to eight letters or digits.
fn has_extension(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, ext)| {
        !stem.is_empty() && (1..=8).contains(&ext.len()) && ext.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// The most files of one task that are read.
pub const MAX_TASK_FILES: usize = 500;

/// Returns the paths of a task's files, on several lines or separated by commas, blanks or "and"; commas within
/// braces, parentheses and backticks separate nothing. Words that say there are none name none.
pub(super) fn files(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let text = untagged(text);
    for line in text.lines() {
        let line = line.trim();
        let line = match line.starts_with('|') {
            true => cell(line).unwrap_or_default(),
            false => super::tasks::item_text(line).unwrap_or(line),
        };
        let line = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).unwrap_or(line);
        for path in pieces(line).into_iter().flat_map(several) {
            let path = bare(path.strip_prefix('@').filter(|rest| is_path(rest)).unwrap_or(&path)).to_owned();
            if path.contains(char::is_alphanumeric) && !out.contains(&path) && out.len() < MAX_TASK_FILES {
                out.push(path);
            }
        }
    }
    out
}

/// Takes struck-out entries off a text; of a line on which no path is left nothing is.
fn unstruck(text: &str) -> Cow<'_, str> {
    if !strikes(text) {
        return Cow::Borrowed(text);
    }
    let kept = text.lines().map(|line| {
        if !strikes(line) {
            return Cow::Borrowed(line);
        }
        let left = STRUCK.replace_all(line, "");
        let signs = ['`', '"', '\'', ',', ';', '*'];
        let named = without_notes(&left).split_whitespace().any(|word| is_path(word.trim_matches(signs)));
        if named { left } else { Cow::Borrowed("") }
    });
    Cow::Owned(kept.collect::<Vec<_>>().join("\n"))
}

/// Tells whether something is struck out. Hardly any text has the sign, and every list of files is asked.
fn strikes(text: &str) -> bool {
    text.contains("~~") && STRUCK.is_match(text)
}

/// Says that entries of a list of files are struck out.
pub(super) fn struck_out(text: &str, line: u32) -> Option<Remark> {
    if !strikes(text) {
        return None;
    }
    let message = match STRUCK.find_iter(text).count() {
        1 => "an entry of the files is struck out and was left out".to_owned(),
        count => format!("{count} entries of the files are struck out and were left out"),
    };
    Some(Remark::new(line, "file_struck", message))
}

/// Tells whether a list goes on in the line below: `a.ts,`, `a.ts and`.
pub(super) fn goes_on(line: &str) -> bool {
    let line = line.trim_end();
    line.ends_with([',', ';', '+', '&']) || line.ends_with(" and")
}

/// Tells whether a line is nothing but paths and a note behind the last: `src/a.ts`, `src/a.ts (new)`,
/// `src/a.ts, src/b.ts`.
pub(super) fn is_bare_entry(line: &str) -> bool {
    let line = without_notes(line.trim());
    let notes = [" — ", " – ", " - ", " # "];
    let end = notes.iter().filter_map(|note| line.find(note)).min().unwrap_or(line.len());
    let entry = line[..end].trim().trim_end_matches(',');
    let is_file = |piece: &str| {
        let bare = piece.trim().trim_matches(['"', '\'', '`']);
        !bare.contains(char::is_whitespace)
            && !bare.contains("://")
            && !bare.starts_with('<')
            && bare.contains(char::is_alphanumeric)
            && (bare.contains('/') || has_extension(bare))
    };
    pieces(entry).into_iter().all(is_file)
}

/// Takes struck-out entries, comments and the tags of entries off a text, and reads what stands for a sign.
pub(super) fn untagged(text: &str) -> Cow<'_, str> {
    let text = unstruck(text);
    if !text.contains(['<', '&']) {
        return text;
    }
    let text = HIDDEN.replace_all(&text, "");
    let text = TAG.replace_all(&text, "\n$1\n");
    let signs =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")];
    Cow::Owned(signs.iter().fold(text.into_owned(), |text, (written, sign)| text.replace(written, sign)))
}

/// Returns the first cell of a table's row that is a path.
fn cell(row: &str) -> Option<&str> {
    row.split('|').map(str::trim).find(|cell| clean(cell).is_some_and(|path| is_path(&path)))
}

/// The signs between the old name of a file and its new one.
const ARROWS: [&str; 3] = [" → ", " -> ", " => "];

/// Tells whether the arrows of an entry lead from path to path, and not to what is said of one.
fn moves(text: &str) -> bool {
    let Some(arrow) = ARROWS.into_iter().find(|arrow| text.contains(arrow)) else { return false };
    let ends: Vec<Option<String>> = text.split(arrow).map(clean).collect();
    let ending = |path: &str| path.rsplit_once('.').map(|(_, ending)| ending.to_owned());
    ends.windows(2).all(|pair| match pair {
        [Some(from), Some(to)] => {
            is_path(from) && is_path(to) && (to.contains('/') || ending(from) == ending(to))
        }
        _ => false,
    })
}

/// Splits an entry at what joins several paths.
fn joined(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> =
        text.split(" and ").flat_map(|p| p.split(" & ")).flat_map(|p| p.split(" | ")).collect();
    if moves(text) {
        for arrow in ARROWS {
            parts = parts.into_iter().flat_map(|part| part.split(arrow)).collect();
        }
    }
    parts
}

/// Returns the paths of one entry: several where nothing but them and what joins them stands there.
fn several(piece: &str) -> Vec<String> {
    let plain = without_notes(piece);
    let mut paths: Vec<String> = Vec::new();
    let moved = moves(&plain);
    for (n, part) in plain.split(['`', '"']).enumerate() {
        // What is quoted is one word, blanks and all.
        let words: Vec<&str> = if n % 2 == 1 { vec![part] } else { part.split_whitespace().collect() };
        let bare = words.into_iter().map(|word| word.trim_matches(['"', '\'', ',', ';']));
        let joins = |w: &&str| {
            ["", "and", "&", "+", "-", "*", "|"].contains(w) || moved && ["→", "->", "=>"].contains(w)
        };
        paths.extend(bare.filter(|w| !joins(w)).map(str::to_owned));
    }
    // Blanks alone may belong to a name: `docs/My Notes.md`.
    let told_apart = plain.contains(['`', '"']) || paths.iter().all(|word| has_extension(word));
    if paths.len() > 1 && told_apart && paths.iter().all(|word| is_path(word)) {
        return paths;
    }
    let parts: Vec<String> = joined(&plain).into_iter().filter_map(clean).collect();
    if parts.len() > 1 && parts.iter().all(|part| is_path(part)) {
        return parts;
    }
    let path = clean(piece);
    path.filter(|path| is_path(path) || !says_none(piece)).into_iter().collect()
}

/// Returns a text without its notes in parentheses, which stand behind a blank.
fn without_notes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, note)) = rest.split_once(" (") {
        out.push_str(before);
        let Some((_, after)) = note.split_once(')') else { return out };
        rest = after;
    }
    out + rest
}

/// Files that are known by a name without a dot.
const PLAIN_NAMES: [&str; 9] = [
    "makefile",
    "dockerfile",
    "justfile",
    "license",
    "gemfile",
    "rakefile",
    "procfile",
    "vagrantfile",
    "jenkinsfile",
];

/// Returns the paths of a task list's `Files`: quoted ones first of all, notes left out; words name none.
///
/// Paths stand behind the label, separated by commas or "and", or below it as a list. What stands in parentheses
/// is a note, unless nothing outside of them is a path.
pub(super) fn listed(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |path: &str| {
        let path = bare(path);
        if !path.is_empty() && out.len() < 500 && !out.iter().any(|known| known == path) {
            out.push(path.to_owned());
        }
    };
    let mut wraps = false;
    for (n, line) in unstruck(text).lines().enumerate() {
        let line = line.trim();
        let item = super::tasks::item_text(line);
        // Prose below the list names no files; a list that goes on below does.
        let wrapped = std::mem::replace(&mut wraps, goes_on(line));
        if n > 0 && item.is_none() && !line.starts_with('`') && !(wrapped && is_bare_entry(line)) {
            continue;
        }
        let line = item.unwrap_or(line);
        let mut notes: Vec<&str> = Vec::new();
        let mut any = false;
        for piece in pieces(line) {
            let before = piece.split('`').next().and_then(clean).filter(|path| is_path(path));
            let (outside, inside) = quoted(piece);
            notes.extend(inside);
            if let Some(path) = before.filter(|_| piece.contains('`')) {
                // A path without quotes; what is quoted behind it is a note.
                any = true;
                add(&path);
            } else if !outside.is_empty() {
                any = true;
                outside.into_iter().for_each(&mut add);
            } else if !piece.contains('`') {
                for path in joined(piece).into_iter().filter_map(clean) {
                    if is_path(&path) {
                        any = true;
                        add(&path);
                    }
                }
            }
        }
        if !any {
            notes.into_iter().filter(|note| is_path(note)).for_each(&mut add);
        }
    }
    out
}

/// Tells whether a text says that there is nothing to list.
pub(super) fn says_none(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let bare = lower.trim_matches(|c: char| {
        c.is_whitespace() || ['(', ')', '[', ']', '*', '_', '`', '-', '—', '.'].contains(&c)
    });
    bare.is_empty()
        || ["none", "n/a", "nothing", "no files", "no file"].iter().any(|w| {
            bare.strip_prefix(w).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        })
}

/// Splits at commas and semicolons, of whichever width, outside of brackets and backticks.
fn pieces(line: &str) -> Vec<&str> {
    let (mut start, mut depth, mut tick) = (0, 0usize, false);
    let mut out = Vec::new();
    for (at, c) in line.char_indices() {
        match c {
            '`' => tick = !tick,
            '(' | '{' | '[' if !tick => depth += 1,
            ')' | '}' | ']' if !tick => depth = depth.saturating_sub(1),
            ',' | ';' | '，' | '、' | '；' if depth == 0 && !tick => {
                out.push(&line[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    out.push(&line[start..]);
    out
}

/// Returns what stands in backticks: outside of parentheses and before any note, and else.
fn quoted(piece: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut outside, mut inside) = (Vec::new(), Vec::new());
    let (mut depth, mut noted) = (0usize, false);
    // A quotation that stands alone, or with nothing but a note behind it, need not look like a path.
    let alone =
        piece.trim().strip_prefix('`').and_then(|rest| rest.split_once('`')).is_some_and(|(_, after)| {
            after.trim().is_empty() || after.trim_start().starts_with(['(', '[', '—', '–'])
        });
    for (n, part) in piece.split('`').enumerate() {
        if n % 2 == 1 {
            let span = part.trim();
            let whole = alone && outside.is_empty() || is_path(span);
            let spaced = span.contains(char::is_whitespace) && !has_extension(span);
            match depth == 0 && !noted && whole && !spaced {
                true => outside.push(span),
                false => inside.push(span),
            }
            continue;
        }
        for c in part.chars() {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let note = [" — ", " – ", " - ", ": ", " → ", " -> "].iter().any(|mark| part.contains(mark));
        noted |= note && !outside.is_empty();
    }
    (outside, inside)
}

/// Tells whether a text has the look of a path: no blanks, and a slash, a dot or a known name.
pub(super) fn is_path(text: &str) -> bool {
    let spaced = text.contains(char::is_whitespace) && !(text.contains('/') && has_extension(text));
    let dotted = text.trim_end_matches('.').contains('.');
    !spaced && (text.contains('/') || dotted || PLAIN_NAMES.contains(&text.to_ascii_lowercase().as_str()))
}

/// Returns a path without `./` before it and without the line numbers behind it.
fn bare(path: &str) -> &str {
    let path = path.trim().trim_start_matches("./");
    match path.rsplit_once(':') {
        Some((file, lines))
            if !lines.is_empty() && lines.bytes().all(|b| b.is_ascii_digit() || b == b'-') =>
        {
            file
        }
        Some(_) | None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_without_blanks_is_meant_whole_and_in_a_sentence_the_first_file() {
        for (text, path) in [
            ("src/a.rs", "src/a.rs"),
            ("Makefile", "Makefile"),
            ("src/api", "src/api"),
            ("the door in src/a.rs", "src/a.rs"),
        ] {
            assert_eq!(named(text).as_deref(), Some(path), "{text}");
        }
        assert_eq!(named("the front door"), None);
    }
}
