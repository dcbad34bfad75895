//! The names that a text declares, found without a syntax tree: by the words that languages put before a name, and by what
//! stands behind one. A guess that is good enough to find a place, and never enough to prove a connection.

use std::cell::Cell;
use std::ops::Range;

use crate::domain::ids::RepoPath;

/// What a name is declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Type,
    Function,
    Value,
}

/// A name and where it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declared<'t> {
    pub(super) name: &'t str,
    pub(super) at: usize,
    pub(super) kind: Kind,
    /// Whether its line is not indented.
    pub(super) top: bool,
}

/// The most names of one text that are looked at.
const MOST: usize = 4_000;
/// How far the brackets behind a name are followed, in bytes.
const FAR: usize = 4_000;
/// How many bytes may be looked at in all to find where brackets close.
const WORK: usize = 20_000_000;

/// Words before a type's name.
const TYPES: [&str; 17] = [
    "class",
    "object",
    "interface",
    "struct",
    "enum",
    "trait",
    "protocol",
    "record",
    "mixin",
    "extension",
    "actor",
    "module",
    "namespace",
    "type",
    "typealias",
    "union",
    "impl",
];
/// Words before a function's name.
const FUNCTIONS: [&str; 6] = ["function", "fun", "func", "fn", "def", "sub"];
/// Words before a value's name.
const VALUES: [&str; 6] = ["const", "let", "var", "val", "static", "final"];
/// What SQL makes.
const MADE: [&str; 12] = [
    "table",
    "function",
    "procedure",
    "view",
    "type",
    "index",
    "trigger",
    "policy",
    "column",
    "schema",
    "domain",
    "sequence",
];
/// What stands before what SQL makes.
const MAKES: [&str; 9] =
    ["create", "replace", "add", "alter", "materialized", "temp", "temporary", "unlogged", "unique"];
/// Words behind which a name and its brackets are no declaration.
const ASKS: [&str; 16] = [
    "new", "return", "await", "else", "throw", "case", "in", "of", "and", "or", "not", "yield", "do", "echo",
    "print", "goto",
];
/// Words that have brackets and are no names.
const BRANCHES: [&str; 18] = [
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "return",
    "function",
    "synchronized",
    "using",
    "lock",
    "foreach",
    "match",
    "when",
    "with",
    "super",
    "this",
    "assert",
    "guard",
];

pub(super) fn joins(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The ending of a file's name, in small letters.
pub(super) fn ending(path: &RepoPath) -> String {
    path.file_name().rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

/// Returns every name that a text declares; its comments are blanked, and so are its strings but for SQL, where they may be
/// names.
pub(super) fn all<'t>(path: &RepoPath, text: &'t str) -> Vec<Declared<'t>> {
    let ending = ending(path);
    let script = matches!(
        ending.as_str(),
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" | "vue" | "svelte"
    );
    let typed = matches!(
        ending.as_str(),
        "dart" | "java" | "cs" | "c" | "h" | "cc" | "cpp" | "hpp" | "m" | "mm" | "groovy"
    );
    let shell = matches!(ending.as_str(), "sh" | "bash" | "zsh" | "");
    let scan = Scan { text, bytes: text.as_bytes(), left: Cell::new(WORK) };
    let mut found = Vec::new();
    let mut before = "";
    for word in scan.words() {
        let said = &text[word.clone()];
        let named =
            if ending == "sql" { scan.made(before, said, word.end) } else { scan.after_keyword(said, &word) };
        let named = named.or_else(|| {
            let own = script && (scan.is_method(&word, false) || scan.is_given(word.end))
                || typed && scan.is_method(&word, true)
                || shell && scan.is_shell(word.end);
            own.then(|| (word.clone(), Kind::Function))
        });
        before = said;
        let Some((at, kind)) = named else { continue };
        if let Some(name) = text.get(at.clone()).filter(|name| !name.is_empty()) {
            found.push(Declared { name, at: at.start, kind, top: scan.is_top(at.start) });
        }
        if found.len() >= MOST {
            break;
        }
    }
    found
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    /// How much of [`WORK`] is left.
    left: Cell<usize>,
}

impl Scan<'_> {
    fn words(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < self.bytes.len() && !joins(self.bytes[at]) {
                at += 1;
            }
            let start = at;
            while at < self.bytes.len() && joins(self.bytes[at]) {
                at += 1;
            }
            (start < at).then_some(start..at)
        })
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b' ')
    }

    fn is_top(&self, at: usize) -> bool {
        let start = self.text.get(..at).and_then(|t| t.rfind('\n')).map_or(0, |n| n + 1);
        !matches!(self.byte(start), b' ' | b'\t')
    }

    /// Where the next thing stands that is no blank.
    fn next(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        at
    }

    /// Where what is open at a place is closed again, one behind it.
    fn closed(&self, at: usize, open: u8, close: u8) -> Option<usize> {
        let mut depth = 0_usize;
        for (here, byte) in self.bytes.iter().enumerate().skip(at).take(FAR.min(self.left.get())) {
            self.left.set(self.left.get().saturating_sub(1));
            if *byte == open {
                depth += 1;
            } else if *byte == close {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(here + 1);
                }
            }
        }
        None
    }

    fn name(&self, at: usize) -> Option<Range<usize>> {
        let end = (at..self.bytes.len()).find(|i| !joins(self.bytes[*i])).unwrap_or(self.bytes.len());
        (at < end && !self.byte(at).is_ascii_digit()).then_some(at..end)
    }

    /// `fun <T> Desk.open(`, `func (d *Desk) open(`, `impl Open for Desk`: the name behind a word that declares one.
    fn after_keyword(&self, word: &str, place: &Range<usize>) -> Option<(Range<usize>, Kind)> {
        let kind = if TYPES.contains(&word) {
            Kind::Type
        } else if FUNCTIONS.contains(&word) {
            Kind::Function
        } else if VALUES.contains(&word) {
            Kind::Value
        } else {
            return None;
        };
        let attached = place.start.checked_sub(1).map(|at| self.byte(at));
        if matches!(attached, Some(b'.' | b'-' | b'@' | b'#' | b'/')) {
            return None;
        }
        let mut at = self.next(place.end);
        if at == place.end && !matches!(self.byte(at), b'*' | b'<') {
            return None;
        }
        if matches!(self.byte(at), b'*' | b'&') {
            at = self.next(at + 1);
        }
        if self.byte(at) == b'<' && (kind == Kind::Function || word == "impl") {
            at = self.next(self.closed(at, b'<', b'>')?);
        }
        if self.byte(at) == b'(' && word == "func" {
            at = self.next(self.closed(at, b'(', b')')?);
        }
        let mut name = self.name(at)?;
        // What is declared of a type: `fun Desk.open(`.
        while kind == Kind::Function && self.byte(name.end) == b'.' {
            name = self.name(name.end + 1)?;
        }
        if word == "impl" {
            let line = self.text.get(name.start..)?.lines().next().unwrap_or("");
            if let Some((before, _)) = line.split_once(" for ") {
                name = self.name(self.next(name.start + before.len() + 5))?;
            }
        }
        // `static Desk open()`: a type comes first there.
        let next = self.next(name.end);
        if matches!(word, "static" | "final" | "const") && next > name.end && joins(self.byte(next)) {
            return None;
        }
        // `enum class Desk`, `static func open`: the next word says what it is.
        let said = self.text.get(name.clone())?;
        let leads = TYPES.contains(&said) || FUNCTIONS.contains(&said) || VALUES.contains(&said);
        (!leads).then_some((name, kind))
    }

    /// `CREATE TABLE IF NOT EXISTS public."desks"`.
    fn made(&self, before: &str, word: &str, end: usize) -> Option<(Range<usize>, Kind)> {
        let is = |list: &[&str], word: &str| list.iter().any(|w| word.eq_ignore_ascii_case(w));
        if !is(&MADE, word) || !is(&MAKES, before) {
            return None;
        }
        let mut at = end;
        for _ in 0..8 {
            at = self.next(at);
            if matches!(self.byte(at), b'"' | b'`' | b'[' | b'.') {
                at += 1;
                continue;
            }
            let name = self.name(at)?;
            let said = self.text.get(name.clone())?;
            let quoted = usize::from(matches!(self.byte(name.end), b'"' | b'`' | b']'));
            if is(&["if", "not", "exists", "only", "concurrently"], said)
                || self.byte(name.end + quoted) == b'.'
            {
                at = name.end + quoted;
                continue;
            }
            return Some((name, Kind::Type));
        }
        None
    }

    /// `Future<bool> open(id) async {`, `async open(id) {`: a name, its brackets, and what it does.
    fn is_method(&self, name: &Range<usize>, typed: bool) -> bool {
        let said = &self.text[name.clone()];
        if self.byte(name.end) != b'(' || BRANCHES.contains(&said) || self.byte(name.start).is_ascii_digit() {
            return false;
        }
        let start = self.text[..name.start].rfind('\n').map_or(0, |n| n + 1);
        let lead = self.text[start..name.start].trim();
        let last = lead.rsplit(|c: char| c.is_whitespace()).next().unwrap_or("");
        let ends = lead.bytes().next_back();
        let fits = ends.is_none_or(|b| joins(b) || matches!(b, b'>' | b'?' | b']' | b'*'))
            && self.text[..name.start].ends_with(|c: char| c.is_whitespace() || c == '*')
            || name.start == start;
        if !fits || ASKS.contains(&last) || last.ends_with("=>") {
            return false;
        }
        let Some(behind) = self.closed(name.end, b'(', b')') else { return false };
        let at = self.next(behind);
        let rest = self.text.get(at..).unwrap_or("");
        let does = rest.starts_with('{')
            || !lead.is_empty() && rest.starts_with("=>")
            || ["async", "throws", "where ", "const {"].iter().any(|w| rest.starts_with(w))
            || !typed
                && rest.starts_with(':')
                && rest.lines().next().is_some_and(|l| l.trim_end().ends_with('{'));
        does || typed && !lead.is_empty() && rest.starts_with(';')
    }

    /// `open: async (id) => {`, `open = (id) => {`, `open: function`.
    fn is_given(&self, end: usize) -> bool {
        let at = self.next(end);
        if !matches!(self.byte(at), b':' | b'=') || matches!(self.byte(at + 1), b'=' | b'>' | b':') {
            return false;
        }
        let at = self.next(at + 1);
        let rest = self.text.get(at..).unwrap_or("");
        if rest.starts_with("async ") || rest.starts_with("async(") || rest.starts_with("function") {
            return true;
        }
        let behind = if self.byte(at) == b'(' {
            self.closed(at, b'(', b')')
        } else {
            self.name(at).map(|name| name.end)
        };
        behind.is_some_and(|behind| {
            let line = self.text.get(self.next(behind)..).unwrap_or("").lines().next().unwrap_or("");
            line.starts_with("=>") || line.starts_with(':') && line.contains("=>")
        })
    }

    /// `open() {`.
    fn is_shell(&self, end: usize) -> bool {
        let rest = self.text.get(end..).unwrap_or("");
        rest.trim_start_matches([' ', '\t'])
            .strip_prefix('(')
            .and_then(|r| r.trim_start_matches(' ').strip_prefix(')'))
            .is_some_and(|r| r.trim_start().starts_with('{'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_what_stands_around_them() {
        for (path, text, names) in [
            ("a.kt", "enum class Desk { A }\nfun <T> Desk.open(id: T) = go(id)\nlaunch(1) { }", "Desk open"),
            ("a.kt", "object Room\nclass Book<T>(val a: T)\nprivate val seat = 1", "Room Book a seat"),
            ("a.go", "func (d *Desk) Open(id int) {\n}\ntype Desk struct {\n}", "Open Desk"),
            (
                "a.rs",
                "impl Open for Desk {\n  pub fn seat(&self) {}\n}\nimpl<T> Book<T> {}",
                "Desk seat Book",
            ),
            (
                "a.dart",
                "class Desk {\n  Future<bool> open(int id) async {\n    await seat(id);\n    return go(id);\n  }\n  bool isOpen();\n}",
                "Desk open isOpen",
            ),
            ("a.swift", "struct Desk { func open() { seat(1) { } } }", "Desk open"),
            ("a.php", "<?php function open() { return seat(1); }", "open"),
            ("a.sh", "open() {\n  seat 1\n}\nfunction room {\n}", "open room"),
            (
                "a.sql",
                "CREATE TABLE IF NOT EXISTS public.\"desks\" (id int);\ncreate or replace function open() returns int",
                "desks open",
            ),
            (
                "a.js",
                "create((set) => ({\n  open: async (id) => { seat(id) },\n  room(id) {\n  },\n  seats: [],\n}))\nif (x) {\n}",
                "open room",
            ),
            (
                "a.cs",
                "public class Desk {\n  public static Desk Create(int id) {\n    return new Desk(id);\n  }\n  void Close() => Go(1);\n}",
                "Desk Create Close",
            ),
        ] {
            let path = RepoPath::parse(path).expect("a path");
            let found: Vec<&str> = all(&path, text).iter().map(|d| d.name).collect();
            assert_eq!(found.join(" "), names, "{text}");
        }
    }
}
