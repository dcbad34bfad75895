//! Where a finding is: paths with lines in all the forms reviewers write them.
//!
//! It reads shapes only and never looks whether a file exists.

mod lines_first;

use std::sync::LazyLock;

use regex::Regex;

use crate::domain::review::Location;
pub(crate) use lines_first::leading_lines;

/// Path, then `:10`, `:10-20`, `:10:5`, `#L10-L20`, `(10-20)` or nothing.
static TAIL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(.+?)(?::~?L?(\d+)(?:\s*[-–—]\s*L?(\d+))?(?:[:,]\s*\d+(?:[-–]\d+)?)*|#L?(\d+)(?:-L?(\d+))?|\((\d+)(?:[-–,]\s*(\d+))?\))?[.,;:)]*$")
        .expect("a constant pattern")
});
/// `(lines 10–20)`, `line 31`, `, L5-9`, `on line 4`, `@ 12`, `Zeilen 3 bis 9`.
static LINES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\s*,(:\[—–-]*(?:@|(?:(?:at|around|on|near|in|about|@)\s+)?(?:lines?|ln|l|zeilen?|linhas?|líneas?|lignes?|строк[аи]|行|第))\s*[:.]?[\s*]*[~#L]*(\d+)(?:\s*(?:[-–—]|to|bis|a|à|до)\s*L?(\d+))?")
        .expect("a constant pattern")
});
/// `line 9 of`, `L4 in`, `lines 3–5 of`: what stands before a path and says where in it.
static LINES_OF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:lines?\s+|ln\.?\s*|l)(\d{1,7})(?:\s*(?:[-–—]|to)\s*l?(\d{1,7}))?\s+(?:of|in)\s+(?:the\s+)?(?:file\s+)?[`*(\[]*$")
        .expect("a constant pattern")
});
/// Something in prose that is a path: with a folder, or with a line, or with an ending of code or text.
static PATH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?:[A-Za-z]:\\)?(?:[\w.@+~$()\[\]-]+[/\\])*[\w.@+$\[\]-]*\w\]?\.[A-Za-z][A-Za-z0-9]{0,9}
        (?::\d+(?:[-–]\d+)?(?::\d+)?|\#L\d+(?:-L?\d+)?)?",
    )
    .expect("a constant pattern")
});

/// `REQ-12`, `AC-2.6`: what a requirement is called.
static REQUIREMENT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[A-Z]{2,8}-\d+(\.\d+)*$").expect("a constant pattern"));

const ENDINGS: &[&str] = &[
    "rs",
    "py",
    "js",
    "ts",
    "jsx",
    "tsx",
    "mjs",
    "cjs",
    "mts",
    "go",
    "java",
    "kt",
    "kts",
    "c",
    "h",
    "cc",
    "cpp",
    "hpp",
    "cs",
    "rb",
    "php",
    "swift",
    "m",
    "mm",
    "scala",
    "ex",
    "exs",
    "erl",
    "hs",
    "ml",
    "clj",
    "lua",
    "pl",
    "sh",
    "bash",
    "zsh",
    "ps1",
    "bat",
    "sql",
    "md",
    "mdx",
    "rst",
    "txt",
    "json",
    "jsonc",
    "json5",
    "yaml",
    "yml",
    "toml",
    "ini",
    "cfg",
    "conf",
    "env",
    "xml",
    "html",
    "htm",
    "css",
    "scss",
    "sass",
    "less",
    "vue",
    "svelte",
    "astro",
    "tf",
    "hcl",
    "proto",
    "graphql",
    "gradle",
    "lock",
    "dart",
    "r",
    "jl",
    "nim",
    "zig",
    "v",
    "sol",
    "bats",
    "ipynb",
    "csv",
    "tsv",
    "properties",
    "cmake",
    "mk",
    "make",
    "csproj",
    "sln",
    "xaml",
    "razor",
    "cshtml",
    "erb",
    "haml",
    "slim",
    "ejs",
    "hbs",
    "tmpl",
    "tpl",
    "j2",
    "po",
    "svg",
];

fn number(text: Option<regex::Match<'_>>) -> Option<u32> {
    text.and_then(|m| m.as_str().parse().ok()).filter(|&n| n > 0)
}

/// Bytes a path may have.
const PATH_MOST: usize = 1024;

/// Bytes of a token that may still be a path with its lines.
const LONGEST: usize = 4096;

/// What is said of a finding whose file is named by more.
pub(crate) const TOO_LONG: &str = "a path is longer than 1024 bytes and gives no place";

/// Tells whether a file is named by more than a path may have.
pub(crate) fn too_long(value: &str) -> bool {
    value.len() > PATH_MOST
        && value
            .split([' ', '\t', ',', ';'])
            .any(|token| token.len() > PATH_MOST && token.contains(['/', '\\', '.']))
}

/// Returns what a permalink names below its revision: `…/blob/main/src/a.rs#L3` → `src/a.rs#L3`.
fn below_revision(text: &str) -> &str {
    let Some((host, rest)) = text.split_once("://").and_then(|(_, rest)| rest.split_once("/blob/")) else {
        return text;
    };
    match rest.split_once('/') {
        Some((_, path)) if !path.is_empty() && !host.contains(['?', '#']) => path,
        _ => text,
    }
}

/// Reads a line that is nothing but a link to lines of a file at a revision, with at most a mark or a label before it:
/// `https://github.com/o/r/blob/9f3c2d1e/src/a.ts#L31-L40`, `[src/a.ts](…/blob/main/src/a.ts#L3)`.
pub(crate) fn permalink(text: &str) -> Option<Location> {
    let begin = text.find("http").filter(|_| text.contains("/blob/"))?;
    let link = &text[begin..];
    let end = link.find([' ', ')', '>', '`', '|']).unwrap_or(link.len());
    let named = |text: &str| text.split(' ').filter(|w| w.contains(char::is_alphanumeric)).count() <= 1;
    let (before, behind) = (text[..begin].trim_end_matches(['(', '<', '`']), &link[end..]);
    if !named(before) || behind.contains(char::is_alphanumeric) {
        return None;
    }
    token(&link[..end]).filter(|place| place.line.is_some() && !place.file.contains("://"))
}

/// Reads `[Any title](https://github.com/o/r/blob/9f3c2d1e/src/a.ts#L31)`: the lines that a whole text leads to.
pub(crate) fn linked(text: &str) -> Option<Location> {
    permalink(text.strip_prefix('[')?.split_once("](")?.1)
}

/// Splits `src/a.rs (10-20)`, `src/a.rs line 3` inside code marks.
fn lines_inside(raw: &str) -> Option<Location> {
    let (path, lines) = raw.split_once(' ').filter(|(path, _)| pathlike(path))?;
    let bare = lines.trim().trim_matches(['(', ')']);
    let digits = bare.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ' '));
    let (line, end_line) = only_lines(lines).or_else(|| digits.then(|| line_numbers(bare)).flatten())?;
    Some(Location { file: path.to_owned(), line: Some(line), end_line })
}

/// Reads one token such as `src/a.rs:10-20`.
fn token(text: &str) -> Option<Location> {
    let text = below_revision(text).trim_end_matches(['*', '_']);
    // Without a digit there is no line, and nothing to look for.
    let bare = text.trim_end_matches(['.', ',', ';', ':', ')']);
    if !bare.is_empty() && !text.contains(char::is_numeric) && !text.contains('\n') {
        let file = bare.trim_matches(['`', '"', '\'', '“', '”', '*']);
        return (!file.is_empty() && file.len() <= PATH_MOST).then(|| Location {
            file: file.to_owned(),
            line: None,
            end_line: None,
        });
    }
    if text.len() > LONGEST {
        return None;
    }
    let (file, line, end_line) = match plain(text) {
        Some(found) => found,
        None => {
            let caps = TAIL.captures(text)?;
            let first = |groups: [usize; 3]| groups.into_iter().find_map(|i| number(caps.get(i)));
            (caps.get(1)?.as_str(), first([2, 4, 6]), first([3, 5, 7]))
        }
    };
    let file = file.trim_matches(['`', '"', '\'', '“', '”', '*']);
    let end_line = end_line.filter(|&e| line.is_some_and(|l| e >= l));
    (!file.is_empty() && file.len() <= PATH_MOST).then(|| Location { file: file.to_owned(), line, end_line })
}

/// Reads what most tokens are, `src/a.rs:10` and `src/a.rs:10-20`, as [`TAIL`] would.
fn plain(text: &str) -> Option<(&str, Option<u32>, Option<u32>)> {
    if text.contains(['#', '(', '\n']) {
        return None;
    }
    let bare = text.trim_end_matches(['.', ',', ';', ':', ')']);
    if !bare.is_empty() && !bare.contains(':') {
        return Some((bare, None, None));
    }
    let (file, lines) = text.split_once(':').filter(|(file, _)| !file.is_empty())?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let read = |text: &str| text.parse().ok().filter(|&n| n > 0);
    match lines.split_once('-') {
        None => digits(lines).then(|| (file, read(lines), None)),
        Some((from, to)) => (digits(from) && digits(to)).then(|| (file, read(from), read(to))),
    }
}

/// Reads `line 31`, `(lines 10–20)` at the start of a text.
pub(crate) fn lines_at_start(text: &str) -> Option<(u32, Option<u32>)> {
    if !text.chars().take(80).any(char::is_numeric) {
        return None;
    }
    let caps = LINES.captures(text)?;
    let line = number(caps.get(1))?;
    Some((line, number(caps.get(2)).filter(|&e| e >= line)))
}

/// Splits `(line 31): no lock`, `line 31 — no lock` into the lines and what follows them.
pub(crate) fn lines_led(text: &str) -> Option<(u32, Option<u32>, &str)> {
    let (line, end) = lines_at_start(text)?;
    let rest = text[LINES.find(text)?.end()..].trim_start_matches([')', ']', '*', '`']).trim_start();
    let set_off = rest.starts_with([':', '—', '–', '-', ',', '.', '|']);
    set_off.then(|| (line, end, rest.trim_start_matches([':', '—', '–', '-', ',', '.', '|', ' ', '*'])))
}

/// Reads a text that is nothing but `line 31` or `lines 10–20`.
pub(crate) fn only_lines(text: &str) -> Option<(u32, Option<u32>)> {
    let (found, whole) = (lines_at_start(text)?, LINES.find(text)?);
    text[whole.end()..]
        .chars()
        .all(|c| c.is_whitespace() || matches!(c, ')' | ']' | '*' | '.'))
        .then_some(found)
}

/// Reads `line 9 of`, `L4 in` at the end of what stands before a path.
fn lines_before(text: &str) -> Option<(u32, Option<u32>)> {
    let near = &text[text.floor_char_boundary(text.len().saturating_sub(60))..];
    if !near.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let caps = LINES_OF.captures(near)?;
    let line = number(caps.get(1))?;
    Some((line, number(caps.get(2)).filter(|&e| e >= line)))
}

/// Reads the value of a line field: `39-58`, `L12`, `12, 40`.
pub(crate) fn line_numbers(text: &str) -> Option<(u32, Option<u32>)> {
    let text = text.trim_matches(['`', '*', ' ', '~', '(', ')', '[', ']', '"']);
    lines_at_start(&format!("line {}", text.trim_start_matches(['L', 'l'])))
}

/// Tells whether a token names a file that has no ending, by habit: `Dockerfile:12`.
fn named(text: &str) -> bool {
    let path = text.split([':', '#', '(']).next().unwrap_or_default();
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    matches!(
        name,
        "Dockerfile"
            | "Containerfile"
            | "Makefile"
            | "makefile"
            | "GNUmakefile"
            | "Jenkinsfile"
            | "Gemfile"
            | "Rakefile"
            | "Procfile"
            | "Vagrantfile"
            | "Justfile"
            | "justfile"
            | "Caddyfile"
            | "Brewfile"
            | "Fastfile"
            | "Podfile"
            | "Tiltfile"
            | "BUILD"
            | "WORKSPACE"
            | "LICENSE"
            | "README"
            | "CODEOWNERS"
    )
}

/// Tells whether a word set off by a colon names a file that has no ending, and nothing else: `Makefile: …`. Its lines need
/// not be told. A licence, a build or a read-me may be what is spoken of.
fn named_alone(marked: &str) -> bool {
    let marked = marked.trim_start_matches(['`', '*']);
    let name = marked.split([':', '`', '*']).next().unwrap_or_default();
    let end = &marked[name.len()..];
    let spoken =
        matches!(name.rsplit('/').next(), Some("BUILD" | "WORKSPACE" | "LICENSE" | "README" | "CODEOWNERS"));
    // A line behind it is another form.
    let colon = end.trim_start_matches(['`', '*']).strip_prefix(':');
    named(name) && !spoken && colon.is_some_and(|rest| rest.starts_with([' ', '*', '`']))
}

/// Tells whether a text begins with a file, without a line, that a colon sets off from what is said of it.
pub(crate) fn file_set_off(text: &str) -> bool {
    named_alone(text)
        || leading(text).is_some_and(|(place, rest)| {
            let taken = text[..text.len() - rest.len()].trim_end_matches([' ', '*', '`']);
            place.line.is_none() && place.file.contains(['/', '\\']) && taken.ends_with(':')
        })
}

/// Tells whether a token looks like a path rather than a word.
fn pathlike(text: &str) -> bool {
    // Whatever names a file has an ending; most words have none.
    if text.contains(char::is_whitespace) {
        return false;
    }
    if !text.contains('.') {
        return named(text) && token(text).is_some_and(|place| place.line.is_some());
    }
    let Some(place) = token(text) else { return false };
    let name = place.file.rsplit(['/', '\\']).next().unwrap_or_default();
    let ending = name.rsplit_once('.').map(|(_, e)| e.to_lowercase());
    let coded = ending.as_deref().is_some_and(|e| ENDINGS.contains(&e));
    let foldered = place.file.contains(['/', '\\']) && !place.file.contains("://");
    let product = matches!(
        place.file.as_str(),
        "Node.js" | "Next.js" | "Vue.js" | "node.js" | "next.js" | "React.js" | "D3.js"
    );
    !product && (coded || (foldered && ending.is_some()) || (place.line.is_some() && ending.is_some()))
}

/// Reads the value of a file or location field.
pub(crate) fn field(value: &str) -> Vec<Location> {
    // What breaks a line inside a name is no name to be mended by cutting; settling drops it, with a remark.
    if value.trim().chars().any(|c| c.is_control() && c != '\t') {
        return vec![Location {
            file: value.trim().chars().take(PATH_MOST).collect(),
            line: None,
            end_line: None,
        }];
    }
    let value = markdown_link(value.trim());
    let value = value.trim();
    if value.is_empty() || super::words::says_none(value) || value.starts_with(['<', '{']) {
        return Vec::new();
    }
    let mut places = Vec::new();
    let mut rest = value;
    while let Some((place, after)) = one(rest) {
        places.push(place);
        let after = after.trim_start().trim_start_matches(['*', ')']).trim_start();
        rest = after;
        let Some(next) = after.strip_prefix([',', ';']).or_else(|| after.strip_prefix("and ")) else { break };
        let next = next.trim_start();
        let word: String = next.chars().take_while(|c| !c.is_whitespace() && *c != ',').collect();
        if places.len() == 50 || !(next.starts_with('`') || pathlike(word.trim_matches(['*', '`']))) {
            break;
        }
        rest = next;
    }
    if places.is_empty() {
        return in_prose(value);
    }
    // `src/a.ts, function login (line 4)`: the lines stand behind what is said of the place.
    if let [place] = places.as_mut_slice()
        && place.line.is_none()
        && let Some((line, end)) = lines_in(&value[value.len() - rest.len()..])
    {
        (place.line, place.end_line) = (Some(line), end);
    }
    places
}

/// Bytes behind a path that may still say where in it.
const NEAR: usize = 120;

/// Finds `(line 4)`, `, lines 3–9` further on in a place's field, where no other path stands before it.
fn lines_in(text: &str) -> Option<(u32, Option<u32>)> {
    let text = &text[..text.floor_char_boundary(NEAR)];
    let at = [" line ", " lines ", "(line ", "(lines ", " ln ", "(L", " L"]
        .iter()
        .filter_map(|word| text.find(word))
        .min()?;
    if text[..at].split(' ').any(|word| pathlike(word.trim_matches(['`', '*', ',', '(', ')']))) {
        return None;
    }
    lines_at_start(&text[at..])
}

/// `[src/a.rs](…)` → `src/a.rs`.
fn markdown_link(value: &str) -> std::borrow::Cow<'_, str> {
    if let Some(rest) = value.strip_prefix('[')
        && let Some((name, after)) = rest.split_once("](")
        && let Some((_, after)) = after.split_once(')')
    {
        return format!("{name}{after}").into();
    }
    value.into()
}

/// Returns where the numbers of lines that a text begins with end.
fn numbers_end(text: &str) -> usize {
    text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '–' | ':'))).unwrap_or(text.len())
}

/// Tells whether the number that a text begins with counts what follows it: `a.rs: 3 tests are missing`.
fn counts(text: &str) -> bool {
    let behind = text[numbers_end(text)..].trim_start();
    !(behind.is_empty() || behind.starts_with([',', ';', ')', '—', '–', '-', ':', '|']))
}

/// Reads one place at the start of a field's value and returns what follows it.
fn one(value: &str) -> Option<(Location, &str)> {
    let value = value.trim_start_matches(['*', ' ']);
    let (raw, mut after) = if let Some(inner) = value.strip_prefix('`') {
        inner.split_once('`')?
    } else {
        let mut end = value.find([' ', '\t', ',', ';']).unwrap_or(value.len());
        // `a.cs(12,5)` has a comma of its own.
        if let Some(open) = value[..end].rfind('(')
            && let Some(inner) = value[open + 1..].split_once(')').map(|(inner, _)| inner)
            && inner.bytes().all(|b| b.is_ascii_digit() || b == b',')
            && inner.starts_with(|c: char| c.is_ascii_digit())
        {
            end = end.max(open + inner.len() + 2);
        }
        value.split_at(end)
    };
    let raw = raw.trim();
    if let Some(place) = lines_inside(raw).filter(|_| value.starts_with('`')) {
        return Some((place, after));
    }
    if raw.is_empty() || raw.contains(' ') && !pathlike(raw) {
        return None;
    }
    if super::field::id(raw).is_some_and(|id| id == raw) || REQUIREMENT.is_match(raw) {
        return None;
    }
    let bare_word = !raw.contains(['.', '/', '\\', ':', '#']);
    if bare_word
        && !after.trim().is_empty()
        && lines_at_start(after).is_none()
        && !after.trim_start().starts_with(['(', '—', '-'])
        && !(named(raw) && after.starts_with(": "))
    {
        return None;
    }
    let mut place = token(raw)?;
    if place.line.is_none() {
        // "`path`:10", "path: 10, 40" and "path (lines 10-20)"
        let set_off = || raw.strip_suffix(':').map(|_| after.trim_start()).filter(|tail| !counts(tail));
        let tail = after.strip_prefix(':').or_else(set_off);
        if let Some(tail) = tail.filter(|t| t.starts_with(|c: char| c.is_ascii_digit())) {
            let end = numbers_end(tail);
            let joined = token(&format!("{}:{}", place.file, &tail[..end]))?;
            (place.line, place.end_line) = (joined.line, joined.end_line);
            after = &tail[end..];
        } else if let Some((line, end)) = lines_at_start(after) {
            (place.line, place.end_line) = (Some(line), end);
            let used = LINES.find(after).map_or(0, |m| m.end());
            after = &after[used..];
        } else if let Some(caps) = after.trim_start().strip_prefix('(')
            && caps.starts_with(|c: char| c.is_ascii_digit())
            // `(157 lines)` is how long the file is.
            && !caps.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().starts_with("line")
            && let Some((line, end)) = line_numbers(caps)
        {
            (place.line, place.end_line) = (Some(line), end);
            if let Some((inner, rest)) = caps.split_once(')')
                && inner.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ' '))
            {
                after = rest;
            }
        }
    }
    Some((place, after))
}

/// Reads a place that leads a text and is set off from it: `` `a.rs:3` text``, `[a.rs:3] text`, `a.rs:3 — text`.
pub(crate) fn leading(text: &str) -> Option<(Location, &str)> {
    let text = text.trim_start();
    let (inner, closed) = match text.chars().next()? {
        '[' => (&text[1..], Some(']')),
        '(' => (&text[1..], Some(')')),
        _ => (text, None),
    };
    let (place, rest) = if let Some(close) = closed {
        let (raw, rest) = inner.split_once(close)?;
        // `app/[id]/page.tsx` starts no bracket of its own; `(a.rs, line 4)` names its lines behind the path.
        let first = raw
            .split_once([',', ' '])
            .map_or(raw, |(path, lines)| if lines_at_start(lines).is_some() { path } else { raw });
        if !pathlike(first.trim_matches('`')) {
            return None;
        }
        (field(raw).into_iter().next()?, rest)
    } else {
        let marked = text.trim_start_matches('*');
        let end = marked.find([' ', '\t']).unwrap_or(marked.len());
        let word = marked[..end].trim_matches(['`', '*']).trim_end_matches([':', ',', '-', '—']);
        if let Some(found) = spaced(marked) {
            return Some(found);
        }
        if !(pathlike(word.trim_matches('`'))
            || named_alone(marked)
            || marked.starts_with('`') && pathlike(marked.get(1..)?.split('`').next()?))
        {
            return None;
        }
        one(marked)?
    };
    let rest = rest.trim_start_matches(['*', ')', ']', '`']).trim_start();
    Some((place, rest))
}

/// `` `src/Foo Bar.cs:3` ``: a path with blanks in it, in code marks, with a folder and a line.
fn spaced(text: &str) -> Option<(Location, &str)> {
    let (raw, rest) = text.strip_prefix('`')?.split_once('`')?;
    let folder = raw.split(['/', '\\']).next().filter(|folder| folder.len() < raw.len())?;
    // A command has its blank before the first folder: `cat src/a.rs`.
    if raw.len() > 200
        || !raw.contains(' ')
        || folder.contains(' ')
        || raw.contains("  ")
        || raw.contains(" /")
    {
        return None;
    }
    let place = token(raw).filter(|place| place.line.is_some() && pathlike(&raw.replace(' ', "_")))?;
    let whole = !place.file.split(' ').rev().skip(1).any(pathlike);
    let rest = rest.trim_start_matches(['*', ')', ']', ',', ':']).trim_start();
    whole.then_some((place, rest))
}

/// What sets a place off at the end of a text; behind the last four it is part of the sentence.
const SET_OFF: [&str; 10] = [" — ", " – ", " - ", ", ", " (", " [", " @ ", " in ", " at ", " of "];

/// Reads a place that ends a text and is set off from it: `text — a.rs:3`, `text, `a.rs`, lines 3–5`,
/// `text (a.rs:3)`, `text in a.rs:3`; returns the text without it.
pub(crate) fn trailing(text: &str) -> Option<(Location, &str)> {
    let text = text.trim_end();
    let mut until = text.len();
    // A place may hold a comma or a bracket of its own.
    for _ in 0..3 {
        let (at, mark) = set_off(&text[..until])?;
        let after = text[at + mark.len()..].trim_start_matches(['*', '[']);
        let after = if mark == " [" { after.strip_suffix(']').unwrap_or(after) } else { after };
        if let Some((place, rest)) = leading(after)
            && rest.chars().all(|c| matches!(c, '.' | ')' | ']' | '`' | '*' | ' '))
        {
            let inside = matches!(mark, " @ " | " in " | " at " | " of ");
            let plain = place.line.is_none() && !place.file.contains(['/', '\\', '.']);
            let kept = if inside { text } else { text[..at].trim_end() };
            return (!plain && !kept.is_empty()).then_some((place, kept));
        }
        until = at;
    }
    None
}

/// Finds the last mark that sets a text's end off. Each of them has a blank, and little else needs to be looked at.
fn set_off(text: &str) -> Option<(usize, &'static str)> {
    let mut until = text.len();
    loop {
        let blank = text[..until].rfind(' ')?;
        // The mark begins at this blank, or with a comma before it; the nearer to the end is the later one.
        let begins = |at: usize| SET_OFF.iter().find(|m| text[at..].starts_with(**m)).map(|m| (at, *m));
        if let Some(found) = begins(blank) {
            return Some(found);
        }
        if let Some(found) = blank.checked_sub(1).filter(|&at| text.is_char_boundary(at)).and_then(begins) {
            return Some(found);
        }
        until = blank;
    }
}

/// Reads a text that is nothing but a file's path, with at most a count in brackets behind it.
pub(crate) fn only_file(text: &str) -> Option<String> {
    let text = text.trim_matches(['*', '_', ' ', ':']);
    let text = match text.rsplit_once('(') {
        Some((path, count)) if count.chars().all(|c| c.is_ascii_digit() || c == ')') => path.trim_end(),
        _ => text,
    };
    let (place, rest) = leading(text)?;
    (rest.is_empty() && place.line.is_none()).then_some(place.file)
}

/// Finds paths in running text; several places in one file give the first, several files none.
pub(crate) fn in_prose(text: &str) -> Vec<Location> {
    let mut found: Option<Location> = None;
    if !text.contains('.') {
        return Vec::new();
    }
    for m in PATH.find_iter(text) {
        let mut chars = text[..m.start()].chars().rev();
        let (before, further) = (chars.next(), chars.next());
        // `/srv/a.rs` is a path from the root, `https://a.b/c.rs` none.
        let rooted = before == Some('/')
            && further.is_none_or(|c| c.is_whitespace() || matches!(c, '`' | '(' | '[' | '"'));
        if before.is_some_and(|c| c == '/' && !rooted || c == ':' || c == '@') || !pathlike(m.as_str()) {
            continue;
        }
        let start = m.start() - usize::from(rooted);
        let Some(mut place) = token(text[start..m.end()].trim_start_matches(['(', '['])) else { continue };
        if place.line.is_none()
            && let Some((line, end)) = lines_at_start(text[m.end()..].trim_start_matches(['`', '*']))
                .or_else(|| lines_before(&text[..start]))
        {
            (place.line, place.end_line) = (Some(line), end);
        }
        match &found {
            Some(first) if first.file != place.file => return Vec::new(),
            Some(first) if first.line.is_some() || place.line.is_none() => {}
            Some(_) | None => found = Some(place),
        }
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_code_marks_may_have_blanks() {
        let found = |text| leading(text).map(|(place, rest)| (place.file, place.line, rest.to_owned()));
        assert_eq!(
            found("`src/Foo Bar.cs:3` no lock"),
            Some(("src/Foo Bar.cs".to_owned(), Some(3), "no lock".to_owned()))
        );
        for text in ["`cat src/a.rs:3` fails", "`src/a.rs and src/b.rs:3` differ", "`a / b.rs:3` is rounded"]
        {
            assert!(found(text).is_none_or(|(file, ..)| !file.contains(' ')), "{text}");
        }
    }

    fn at(file: &str, line: Option<u32>, end_line: Option<u32>) -> Location {
        Location { file: file.to_owned(), line, end_line }
    }

    #[test]
    fn fields_hold_places_in_many_forms() {
        for (value, expected) in [
            ("src/a.rs:10", at("src/a.rs", Some(10), None)),
            ("`src/a.rs:10-20`", at("src/a.rs", Some(10), Some(20))),
            ("src/a.rs:10:5", at("src/a.rs", Some(10), None)),
            ("src/a.rs#L10-L20", at("src/a.rs", Some(10), Some(20))),
            ("`src/a.rs` (lines 10–20)", at("src/a.rs", Some(10), Some(20))),
            ("src/a.rs line 31", at("src/a.rs", Some(31), None)),
            ("`src/a.rs`:7", at("src/a.rs", Some(7), None)),
            ("src/a.rs (10-20)", at("src/a.rs", Some(10), Some(20))),
            (r"src\Win\A.cs:3", at(r"src\Win\A.cs", Some(3), None)),
            ("`src/a.rs:26,28,29`", at("src/a.rs", Some(26), None)),
            ("`src/a.rs` (the_function)", at("src/a.rs", None, None)),
            ("Makefile", at("Makefile", None, None)),
            ("`app/[id]/page.tsx:4`", at("app/[id]/page.tsx", Some(4), None)),
            ("[src/a.rs:9](https://example.org/x)", at("src/a.rs", Some(9), None)),
            ("`src/a.rs` **Lines:** 39-58", at("src/a.rs", Some(39), Some(58))),
            ("src/a.ts, function login (line 4)", at("src/a.ts", Some(4), None)),
            ("`src/a.ts` - login(), lines 4 to 9", at("src/a.ts", Some(4), Some(9))),
            ("Dockerfile:12", at("Dockerfile", Some(12), None)),
            ("src/a.cs(12,5)", at("src/a.cs", Some(12), None)),
            ("src/a.ts @ 12", at("src/a.ts", Some(12), None)),
            ("**src/a.ts:4**", at("src/a.ts", Some(4), None)),
            ("src/a.ts, on line 4", at("src/a.ts", Some(4), None)),
        ] {
            assert_eq!(field(value).first(), Some(&expected), "{value:?}");
        }
        assert_eq!(field("`a.rs:1`, `b.rs:2`").len(), 2);
        for none in ["", "n/a", "-", "the whole module", "<path:line>"] {
            assert_eq!(field(none), [], "{none:?}");
        }
    }

    #[test]
    fn a_permalink_names_what_is_below_its_revision() {
        for link in [
            "https://github.com/acme/shop/blob/9f3c2d1e/src/cart/total.ts#L31-L40",
            "https://gitlab.com/acme/shop/-/blob/main/src/cart/total.ts#L31-L40",
        ] {
            assert_eq!(field(link), [at("src/cart/total.ts", Some(31), Some(40))], "{link}");
        }
    }

    #[test]
    fn a_place_may_lead_a_text() {
        let (place, rest) = leading("`a/b.rb:91` alias is switched early").unwrap();
        assert_eq!((place, rest), (at("a/b.rb", Some(91), None), "alias is switched early"));
        let (place, rest) = leading("[a/b.ts:77-80] negative").unwrap();
        assert_eq!((place, rest), (at("a/b.ts", Some(77), Some(80)), "negative"));
        assert_eq!(leading("alias is switched"), None);
        assert_eq!(leading("[exit status] of the first"), None);
    }

    #[test]
    fn prose_names_one_file_or_none() {
        assert_eq!(in_prose("x fails (design.md:202)"), [at("design.md", Some(202), None)]);
        assert_eq!(in_prose("in a.md:1 and a.md:9"), [at("a.md", Some(1), None)]);
        assert_eq!(in_prose("line 9 of `src/a.rs` leaks"), [at("src/a.rs", Some(9), None)]);
        assert_eq!(in_prose("lines 3-5 in src/a.rs"), [at("src/a.rs", Some(3), Some(5))]);
        assert_eq!(in_prose("the 9 of src/a.rs"), [at("src/a.rs", None, None)]);
        assert_eq!(in_prose("a.md:1 against b.md:9"), []);
        assert_eq!(in_prose("AC-2.6 of Node.js, e.g. 0.14"), []);
    }

    #[test]
    fn a_line_may_stand_behind_a_blank() {
        assert_eq!(field("src/a.rs: 12, 40"), [at("src/a.rs", Some(12), None)]);
        assert_eq!(field("src/a.rs: 12-14"), [at("src/a.rs", Some(12), Some(14))]);
        assert_eq!(leading("src/a.rs: 12 — it leaks"), Some((at("src/a.rs", Some(12), None), "— it leaks")));
        // What is counted is no line.
        let counted = leading("src/a.rs: 3 tests are missing");
        assert_eq!(counted, Some((at("src/a.rs", None, None), "3 tests are missing")));
    }
}
