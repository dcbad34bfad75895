//! Definitions, imports and keys that stand in another order, each as it stood: no change (SPEC 7.3).
//!
//! The order of statements may be the fix itself, and so may that of what runs where it is defined: what a decorator is
//! given, what a class is made of, two of one name. Those stay changes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::real::{depth, is_container};

/// The most parts of one level that are held against each other.
const MOST: usize = 1_500;
/// How deep parts of parts are looked at.
const DEEPEST: usize = 12;

/// The lines, counted from 1, that only stand in another place of their level.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Quiet {
    pub(super) old: HashSet<u32>,
    pub(super) new: HashSet<u32>,
}

/// How a language parts a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Python,
    Braces,
    Json,
    Yaml,
}

/// What a part of a level is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Definition,
    Import,
    Key,
    Other,
}

/// Lines that go together: a statement, a definition with its body, a key with its value.
#[derive(Debug)]
struct Part {
    what: What,
    name: String,
    lines: Range<usize>,
    /// Its first line that is no comment.
    head: usize,
}

/// Finds the parts of two texts of one file that only changed places.
pub(super) fn reordered(file_name: &str, old: &str, new: &str) -> Quiet {
    let mut quiet = Quiet::default();
    let Some(kind) = kind(file_name) else { return quiet };
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let whole = (0..old.len(), 0..new.len());
    Level { kind, script: is_script(file_name), old: &old, new: &new }.compare(whole, 0, false, &mut quiet);
    quiet
}

fn kind(file_name: &str) -> Option<Kind> {
    let lower = file_name.to_lowercase();
    Some(match lower.rsplit_once('.')?.1 {
        "py" | "pyi" => Kind::Python,
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" | "rs" | "go" | "java" | "cs" | "kt"
        | "kts" | "scala" | "swift" | "dart" | "php" => Kind::Braces,
        "json" | "jsonc" | "json5" | "webmanifest" => Kind::Json,
        "yml" | "yaml" => Kind::Yaml,
        _ => return None,
    })
}

fn is_script(file_name: &str) -> bool {
    let lower = file_name.to_lowercase();
    let ending = lower.rsplit_once('.').map(|(_, ending)| ending);
    matches!(ending, Some("js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts"))
}

struct Level<'a> {
    kind: Kind,
    script: bool,
    old: &'a [&'a str],
    new: &'a [&'a str],
}

impl Level<'_> {
    fn compare(&self, at: (Range<usize>, Range<usize>), deep: usize, imports: bool, quiet: &mut Quiet) {
        let (old, new) = (self.parts(self.old, at.0, imports), self.parts(self.new, at.1, imports));
        if deep > DEEPEST || old.len() > MOST || new.len() > MOST {
            return;
        }
        let (was, is) = (self.by_text(self.old, &old), self.by_text(self.new, &new));
        let mut pairs: Vec<(usize, usize)> =
            was.iter().filter_map(|(text, at)| Some(((*at)?, (*is.get(text)?)?))).collect();
        pairs.sort_unstable();
        let mut bad = vec![false; pairs.len()];
        // Mostly nothing changed places, and then there is nothing to hold against each other.
        let any = pairs.windows(2).any(|two| two[0].1 > two[1].1);
        for a in (0..pairs.len()).filter(|_| any) {
            for b in a + 1..pairs.len() {
                let crossed = pairs[a].1 > pairs[b].1;
                if crossed && !self.may_change_places(&old[pairs[a].0], &old[pairs[b].0]) {
                    (bad[a], bad[b]) = (true, true);
                }
            }
        }
        let number = |line: usize| u32::try_from(line + 1).unwrap_or(u32::MAX);
        for (&(a, b), _) in pairs.iter().zip(&bad).filter(|(_, bad)| any && !**bad) {
            if old[a].what != What::Other {
                quiet.old.extend(old[a].lines.clone().map(number));
                quiet.new.extend(new[b].lines.clone().map(number));
            }
        }
        let paired = |side: fn(&(usize, usize)) -> usize| pairs.iter().map(side).collect::<HashSet<usize>>();
        let (left, right) = (paired(|p| p.0), paired(|p| p.1));
        // What holds parts of its own and is not the same on both sides.
        for (_, part) in old.iter().enumerate().filter(|(n, p)| !left.contains(n) && self.holds_parts(p)) {
            let head = self.old[part.head].trim_end();
            let same = |p: &&Part| self.new[p.head].trim_end() == head;
            let mut twins =
                new.iter().enumerate().filter(|(n, _)| !right.contains(n)).map(|(_, p)| p).filter(same);
            if let (Some(twin), None) = (twins.next(), twins.next()) {
                let inner = |p: &Part| p.head + 1..p.lines.end;
                self.compare((inner(part), inner(twin)), deep + 1, head.trim() == "import (", quiet);
            }
        }
    }

    /// The parts by what they say; nothing for a text that stands twice.
    fn by_text(&self, lines: &[&str], parts: &[Part]) -> HashMap<String, Option<usize>> {
        let mut found: HashMap<String, Option<usize>> = HashMap::new();
        for (at, part) in parts.iter().enumerate() {
            let mut text =
                lines[part.lines.clone()].iter().map(|l| l.trim_end()).collect::<Vec<_>>().join("\n");
            text.truncate(
                text.trim_end().trim_end_matches(if part.what == What::Key { "," } else { "" }).len(),
            );
            found.entry(text).and_modify(|twin| *twin = None).or_insert(Some(at));
        }
        found
    }

    fn may_change_places(&self, a: &Part, b: &Part) -> bool {
        match (a.what, b.what) {
            (What::Import, What::Import | What::Definition) | (What::Definition, What::Import) => true,
            (What::Key, What::Key) => a.name != b.name,
            (What::Definition, What::Definition) => {
                a.name != b.name && !self.runs(a, &b.name) && !self.runs(b, &a.name)
            }
            _ => false,
        }
    }

    /// Tells whether a definition names another where it is read, and not only where it is called.
    fn runs(&self, part: &Part, name: &str) -> bool {
        let head = self.old[part.head];
        let level = depth(head);
        let lines = &self.old[part.lines.clone()];
        let whole = is_container(head);
        let word = |c: char| c.is_alphanumeric() || c == '_';
        lines.iter().filter(|l| whole || depth(l) == level).any(|l| l.split(|c| !word(c)).any(|w| w == name))
    }

    fn holds_parts(&self, part: &Part) -> bool {
        let head = self.old[part.head].trim();
        part.lines.len() > 2
            && (part.what == What::Key || is_container(head) || head == "import (" || head.starts_with('{'))
    }

    /// Parts a level: each begins with a line that stands least deep and goes on with none before it.
    fn parts(&self, lines: &[&str], range: Range<usize>, imports: bool) -> Vec<Part> {
        let says = |at: &usize| !lines[*at].trim().is_empty();
        let ends = |at: usize| lines[at].trim_start().starts_with(['}', ')', ']']);
        let level =
            range.clone().filter(says).filter(|at| !ends(*at)).map(|at| depth(lines[at])).min().unwrap_or(0);
        let mut parts: Vec<Part> = Vec::new();
        let mut open = false;
        for at in range.filter(says) {
            let line = lines[at].trim_start();
            let begins = depth(lines[at]) == level && !self.goes_on(line, parts.last());
            if depth(lines[at]) < level && parts.is_empty() || depth(lines[at]) < level && ends(at) {
                continue;
            }
            match parts.last_mut() {
                Some(part) if !begins || open => part.lines.end = at + 1,
                Some(_) | None => {
                    parts.push(Part { what: What::Other, name: String::new(), lines: at..at + 1, head: at });
                }
            }
            // Comments and marks belong to what follows them.
            let leads = is_comment(line) || line.starts_with('@') || line.starts_with("#[");
            if begins && (open || parts.last().is_some_and(|p| p.head == at)) {
                open = leads;
                if let Some(part) = parts.last_mut() {
                    part.head = at;
                }
            }
        }
        for part in &mut parts {
            (part.what, part.name) = self.what(lines, part, imports);
        }
        parts
    }

    /// Tells whether a line that stands least deep belongs to what is before it.
    fn goes_on(&self, line: &str, before: Option<&Part>) -> bool {
        const WORDS: [&str; 7] = ["else", "elif", "except", "finally", "catch", "where", "while"];
        let word = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        match self.kind {
            Kind::Yaml => before.is_some() && (line.starts_with("- ") || line == "-"),
            Kind::Python | Kind::Braces | Kind::Json => {
                line.starts_with(['}', ')', ']'])
                    || before.is_some() && line.starts_with('{')
                    || WORDS.contains(&word)
            }
        }
    }

    fn what(&self, lines: &[&str], part: &Part, imports: bool) -> (What, String) {
        let head = lines[part.head].trim();
        let text = || lines[part.lines.clone()].iter();
        let marks = &lines[part.lines.start..part.head];
        // What a mark is given is done where it stands, and in that order: routes.
        let runs = marks.iter().any(|l| l.trim_start().starts_with('@') && l.contains('('));
        match self.kind {
            Kind::Json => match json_key(head) {
                Some(name) => (What::Key, name.to_owned()),
                None => (What::Other, String::new()),
            },
            Kind::Yaml => {
                let refers = |w: &str| w.len() > 1 && w.starts_with(['&', '*']) || w.starts_with("<<:");
                let tied = text().any(|l| l.split_whitespace().any(refers));
                match yaml_key(head).filter(|_| !tied) {
                    Some(name) => (What::Key, name.to_owned()),
                    None => (What::Other, String::new()),
                }
            }
            Kind::Python | Kind::Braces if imports && head.ends_with('"') => (What::Import, head.to_owned()),
            Kind::Python | Kind::Braces if self.is_import(head) => (What::Import, head.to_owned()),
            Kind::Python => {
                let is =
                    ["def ", "async def ", "class "].iter().any(|begin| head.starts_with(begin)) && !runs;
                (if is { What::Definition } else { What::Other }, name_of(head))
            }
            Kind::Braces => {
                let last = text().next_back().is_some_and(|l| l.trim() == "}" || l.trim() == "};");
                let is = part.lines.end - part.head > 1 && last && !runs && is_definition(head);
                (if is { What::Definition } else { What::Other }, name_of(head))
            }
        }
    }

    fn is_import(&self, head: &str) -> bool {
        if self.kind == Kind::Python {
            return head.starts_with("import ")
                || head.starts_with("from ") && !head.starts_with("from __future__");
        }
        let bare = head.strip_prefix("pub ").or_else(|| head.strip_prefix("pub(crate) ")).unwrap_or(head);
        if let Some(what) = bare.strip_prefix("import ") {
            // `import "./polyfill"` does something.
            return !(self.script && what.trim_start().starts_with(['"', '\'']));
        }
        bare.starts_with("use ")
            || bare.starts_with("using ") && !head.contains(['(', '{']) && head.ends_with(';')
    }
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "*", "# "].iter().any(|mark| line.starts_with(mark)) || line == "#"
}

/// Tells whether a line begins a function, or what holds some: by its word, or by arguments that a body follows.
fn is_definition(head: &str) -> bool {
    const MODIFIERS: [&str; 19] = [
        "export",
        "default",
        "async",
        "public",
        "private",
        "protected",
        "internal",
        "static",
        "final",
        "abstract",
        "override",
        "virtual",
        "sealed",
        "open",
        "suspend",
        "inline",
        "pub",
        "const",
        "unsafe",
    ];
    const WORDS: [&str; 7] = ["function", "fn", "func", "fun", "def", "impl", "record"];
    const OTHERS: [&str; 21] = [
        "if",
        "for",
        "while",
        "switch",
        "catch",
        "with",
        "else",
        "match",
        "return",
        "try",
        "do",
        "when",
        "using",
        "lock",
        "foreach",
        "synchronized",
        "fixed",
        "loop",
        "select",
        "new",
        "await",
    ];
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let words = head.split(|c: char| !part(c)).filter(|w| !w.is_empty());
    let first = words.into_iter().find(|w| !MODIFIERS.contains(w) && *w != "crate").unwrap_or_default();
    if is_container(head) || WORDS.contains(&first) {
        return true;
    }
    let Some((before, after)) = head.split_once('(') else { return false };
    let Some((_, behind)) = after.rsplit_once(')') else { return false };
    let named = before.trim_end().ends_with(part) && !before.contains(['=', '.', '"', '\'', '@']);
    let plain = !after.contains("=>") && !after.contains("function") && !behind.contains('=');
    named && plain && head.ends_with('{') && !OTHERS.contains(&first)
}

/// The name of what a line defines: before its arguments, or behind its word.
fn name_of(head: &str) -> String {
    const NONE: [&str; 5] = ["extends", "implements", "for", "where", "from"];
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    // A method of Go names what it is of before itself.
    let method = head.strip_prefix("func (").and_then(|rest| rest.split_once(')'));
    let head = method.map_or(head, |(_, rest)| rest);
    let before = head.split(['(', '{', ':', '<']).next().unwrap_or_default();
    let words: Vec<&str> = before.split(|c: char| !part(c)).filter(|w| !w.is_empty()).collect();
    let end = words.iter().position(|w| NONE.contains(w)).unwrap_or(words.len());
    words[..end].last().map(|w| (*w).to_owned()).unwrap_or_default()
}

fn json_key(head: &str) -> Option<&str> {
    let (name, rest) = head.strip_prefix('"')?.split_once('"')?;
    rest.trim_start().starts_with(':').then_some(name)
}

fn yaml_key(head: &str) -> Option<&str> {
    let (name, rest) = head.split_once(':')?;
    let plain = !name.is_empty()
        && !name.starts_with(['-', '?', '{', '[', '#', '|', '>'])
        && !name.contains(['{', '[']);
    (plain && (rest.is_empty() || rest.starts_with(' '))).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, old: &str, new: &str) -> usize {
        reordered(name, old, new).old.len()
    }

    #[test]
    fn whole_definitions_may_change_places() {
        let (a, b) = ("def a(x):\n    return x\n\n\n", "def b(x):\n    return 1\n\n\n");
        assert_eq!(lines("a.py", &format!("{a}{b}"), &format!("{b}{a}")), 4);
        let (a, b) = ("export function a(x) {\n  return x;\n}\n\n", "class B {\n  c() {\n  }\n}\n");
        assert_eq!(lines("a.ts", &format!("{a}{b}"), &format!("{b}{a}")), 7);
        let inner = |first: &str, second: &str| format!("class A {{\n{first}\n{second}\n}}\n");
        let (a, b) = ("  int a(int x) {\n    return x;\n  }\n", "  int b(int x) {\n    return 1;\n  }\n");
        assert_eq!(lines("A.java", &inner(a, b), &inner(b, a)), 6);
    }

    #[test]
    fn what_runs_in_its_order_may_not() {
        for (name, a, b) in [
            ("a.py", "lock()\n", "use()\n"),
            ("a.py", "@app.get(\"/a\")\ndef a():\n    pass\n", "@app.get(\"/b\")\ndef b():\n    pass\n"),
            ("a.py", "class A:\n    pass\n", "class B(A):\n    pass\n"),
            ("a.py", "def a():\n    pass\n", "a()\n"),
            ("a.py", "def a():\n    pass\n", "def a():\n    return 1\n"),
            ("a.js", "app.use((x) => {\n  a();\n});\n", "app.get(\"/\", (x) => {\n  b();\n});\n"),
            ("a.js", "if (a) {\n  b();\n}\n", "for (c) {\n  d();\n}\n"),
            ("a.js", "import \"./a\";\n", "import \"./b\";\n"),
            ("a.json", "[\n  1,\n  2\n]\n", ""),
            ("a.yml", "- a\n", "- b\n"),
            ("a.yml", "a: &x 1\n", "b: *x\n"),
        ] {
            assert_eq!(lines(name, &format!("{a}{b}"), &format!("{b}{a}")), 0, "{name}: {a}{b}");
        }
    }

    #[test]
    fn imports_and_keys_may_change_places() {
        for (name, old, new, count) in [
            ("a.py", "import os\nfrom a import b\n\nx()\n", "from a import b\nimport os\n\nx()\n", 2),
            ("a.rs", "use a::b;\npub use c::d;\n", "pub use c::d;\nuse a::b;\n", 2),
            ("a.go", "import (\n\t\"fmt\"\n\t\"os\"\n)\n", "import (\n\t\"os\"\n\t\"fmt\"\n)\n", 2),
            ("a.json", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "{\n  \"b\": 2,\n  \"a\": 1\n}\n", 2),
            ("a.yml", "x:\n  a: 1\n  b:\n    - c\n", "x:\n  b:\n    - c\n  a: 1\n", 3),
            // Between them stands what may use the one and not the other.
            ("a.py", "import os\nx()\nimport re\n", "import re\nx()\nimport os\n", 0),
        ] {
            assert_eq!(lines(name, old, new), count, "{name}: {old}");
        }
    }
}
