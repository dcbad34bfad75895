//! When a finding counts as mended: a condition that the server can check (SPEC 6.9).
//!
//! One line: `FILE contains REGEX`, `FILE lacks REGEX`, `FILE exports NAME`, `FILE exists`, or `test NAME`.
//! Comments of the file count for nothing, unless the pattern asks for one, nor does a name that is only written in a
//! string. A file that was renamed, and lines that went into another one, are looked at where they stand now. Never runs
//! anything; what cannot be told holds nothing to be mended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::ids::RepoPath;
use super::phase::{Code, Export, FileFact, FileState, export};
use regex::{Regex, RegexBuilder};

/// The longest condition, in bytes.
pub const MAX_BYTES: usize = 400;
/// What a compiled pattern may take, in bytes.
const PATTERN_BYTES: usize = 256 * 1024;
/// The most places of a pattern that are looked at in one text.
const MOST_PLACES: usize = 64;
/// The forms, for messages and schemas.
pub const FORMS: &str =
    "`FILE contains REGEX`, `FILE lacks REGEX`, `FILE exports NAME`, `FILE exists` or `test NAME`";

/// A condition. Stored as its line, so that a stricter reader never makes an old event unreadable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedWhen {
    asks: Asks,
}

/// What a condition asks.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Asks {
    Contains(RepoPath, String),
    Lacks(RepoPath, String),
    Exports(RepoPath, String),
    Exists(RepoPath),
    Test(String),
}

/// Whether a condition holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    Yes,
    /// What is missing.
    No(String),
    /// What is asked for stands in a string alone. Whether that is meant only the change that wrote it can tell.
    Written(String),
    CannotTell(String),
}

/// What stands at the files that conditions name, and where what they held went.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub files: BTreeMap<RepoPath, FileFact>,
    /// The new name of a file that was renamed, and the files that lines of it went into which a condition says it lacks.
    /// What stands there is among `files`.
    pub went: BTreeMap<RepoPath, Vec<RepoPath>>,
}

/// Why a text is no condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotACondition {
    #[error("holds {0} bytes, over the limit of {MAX_BYTES}")]
    TooLong(usize),
    #[error("is none of {FORMS}")]
    Form,
    #[error("names `{file}`: {why}")]
    Path { file: String, why: String },
    #[error("has a pattern that does not compile or grows too large: {0}")]
    Pattern(String),
    #[error(
        "joins two conditions, and one is read: send `{first}` alone, and put what else must hold into a finding of its own"
    )]
    Several { first: String },
    #[error("has a pattern that any text matches, an empty one included")]
    Anything,
    #[error(
        "has its pattern between `{mark}` and `{mark}`, which would be looked for as well: send `{without}` without them, or each as `[{mark}]` where it is meant"
    )]
    Wrapped { mark: char, without: String },
    #[error("names line {line} of `{file}`: a condition is of a whole file, so leave the line out")]
    Line { file: String, line: String },
}

impl ClosedWhen {
    /// Reads a condition.
    pub fn parse(text: &str) -> Result<ClosedWhen, NotACondition> {
        let text = text.trim();
        if text.len() > MAX_BYTES {
            return Err(NotACondition::TooLong(text.len()));
        }
        let text = bare(text);
        if let Some(first) = first_of_several(text) {
            return Err(NotACondition::Several { first: first.to_owned() });
        }
        let asks = asks(text)?;
        if let Asks::Contains(_, pattern) | Asks::Lacks(_, pattern) = &asks {
            let compiled = compile(pattern).map_err(|e| NotACondition::Pattern(e.to_string()))?;
            if compiled.is_match("") {
                return Err(NotACondition::Anything);
            }
        }
        Ok(ClosedWhen { asks })
    }

    /// Returns the file that must be looked at.
    pub fn file(&self) -> Option<&RepoPath> {
        match &self.asks {
            Asks::Contains(file, _) | Asks::Lacks(file, _) | Asks::Exports(file, _) | Asks::Exists(file) => {
                Some(file)
            }
            Asks::Test(_) => None,
        }
    }

    /// Returns the test that must be reported as passed.
    pub fn test(&self) -> Option<&str> {
        match &self.asks {
            Asks::Test(name) => Some(name),
            Asks::Contains(..) | Asks::Lacks(..) | Asks::Exports(..) | Asks::Exists(_) => None,
        }
    }

    /// Returns the pattern that the file must not hold.
    pub fn lacks(&self) -> Option<&str> {
        match &self.asks {
            Asks::Lacks(_, pattern) => Some(pattern),
            Asks::Contains(..) | Asks::Exports(..) | Asks::Exists(_) | Asks::Test(_) => None,
        }
    }

    /// Tells whether the pattern is about comments or blanks: then a change of those alone can bring it about.
    pub fn is_of_layout(&self) -> bool {
        let pattern = match &self.asks {
            Asks::Contains(_, pattern) | Asks::Lacks(_, pattern) => pattern,
            Asks::Exports(..) | Asks::Exists(_) | Asks::Test(_) => return false,
        };
        let blanks = ["\\s", "\\t", "\\r", "\\n", "\\x20"];
        let left = blanks.iter().fold(pattern.clone(), |text, blank| text.replace(blank, ""));
        means_comment(pattern) || !left.chars().any(char::is_alphanumeric)
    }

    /// Returns where a text holds the pattern, comments and all: lines, counted from 0.
    pub fn lines_of(&self, text: &str) -> Vec<std::ops::RangeInclusive<usize>> {
        let Some(compiled) = self.lacks().and_then(|pattern| compile(pattern).ok()) else {
            return Vec::new();
        };
        let line = |at: usize| text[..at].matches('\n').count();
        let places = compiled.find_iter(text).take(MOST_PLACES).filter(|m| !m.is_empty());
        places.map(|m| line(m.start())..=line(m.end() - 1)).collect()
    }

    /// Returns the file that must hold something, and what tells of a line whether it does.
    pub fn wanted(&self) -> Option<(&RepoPath, Regex)> {
        match &self.asks {
            Asks::Contains(path, pattern) => Some((path, compile(pattern).ok()?)),
            Asks::Lacks(..) | Asks::Exports(..) | Asks::Exists(_) | Asks::Test(_) => None,
        }
    }

    /// Returns the lines of a text that the file must not hold, without their indentation; none where the pattern spans
    /// lines, or asks for something else.
    pub fn lines_lacked(&self, text: &str) -> Vec<String> {
        let Some(compiled) = self.lacks().and_then(|pattern| compile(pattern).ok()) else {
            return Vec::new();
        };
        text.lines().map(str::trim).filter(|line| compiled.is_match(line)).map(str::to_owned).collect()
    }

    /// Tells whether the condition holds, given what stands at its file and where that went, and which tests were
    /// reported as passed.
    pub fn held(&self, facts: &Facts, passing: &BTreeSet<String>) -> Held {
        let passed = self.test().is_some_and(|test| passing.contains(test));
        let missing = FileFact::missing();
        let Some(path) = self.file() else { return self.holds(&missing, passed) };
        let at = |path: &RepoPath| {
            let asks = match &self.asks {
                Asks::Contains(_, pattern) => Asks::Contains(path.clone(), pattern.clone()),
                Asks::Lacks(_, pattern) => Asks::Lacks(path.clone(), pattern.clone()),
                Asks::Exports(_, name) => Asks::Exports(path.clone(), name.clone()),
                Asks::Exists(_) => Asks::Exists(path.clone()),
                Asks::Test(name) => Asks::Test(name.clone()),
            };
            ClosedWhen { asks }.holds(facts.files.get(path).unwrap_or(&missing), passed)
        };
        let went = facts.went.get(path).map(Vec::as_slice).unwrap_or_default();
        let is_gone = facts.files.get(path).is_none_or(|fact| fact.state == FileState::Missing);
        match &self.asks {
            // What only went elsewhere is not gone.
            Asks::Lacks(..) => {
                let each = std::iter::once(path).chain(went).map(at);
                each.into_iter().find(|held| *held != Held::Yes).unwrap_or(Held::Yes)
            }
            Asks::Contains(..) | Asks::Exports(..) if is_gone => at(went.first().unwrap_or(path)),
            Asks::Contains(..) | Asks::Exports(..) | Asks::Exists(_) | Asks::Test(_) => at(path),
        }
    }

    /// Tells whether the condition holds, given what stands at its file, or whether its test was reported as passed.
    pub fn holds(&self, file: &FileFact, passed: bool) -> Held {
        let path = match &self.asks {
            Asks::Test(_) if passed => return Held::Yes,
            Asks::Test(name) => return Held::No(format!("the test `{name}` is not reported as passed")),
            Asks::Contains(path, _) | Asks::Lacks(path, _) | Asks::Exports(path, _) | Asks::Exists(path) => {
                path
            }
        };
        match file.state {
            FileState::File => {}
            // What was removed with its file is lacking; a name that never was a file's tells nothing.
            FileState::Missing if file.gone && matches!(self.asks, Asks::Lacks(..)) => return Held::Yes,
            FileState::Missing => return Held::No(format!("`{path}` is not there")),
            FileState::Folder | FileState::Outside => {
                return Held::No(format!("`{path}` is no file that git sees in the repository"));
            }
            FileState::Unreadable => return Held::CannotTell(format!("`{path}` could not be read")),
        }
        if matches!(self.asks, Asks::Exists(_)) {
            return Held::Yes;
        }
        let Some(text) = &file.text else {
            return Held::CannotTell(format!("`{path}` is too large to look into"));
        };
        self.holds_in(&Code::new(path, text), text)
    }

    fn holds_in(&self, code: &Code<'_>, whole: &str) -> Held {
        let path = code.path;
        match &self.asks {
            Asks::Contains(_, pattern) if means_comment(pattern) => match find(pattern, whole) {
                Err(why) => Held::CannotTell(why),
                Ok(Some(_)) => Held::Yes,
                Ok(None) => Held::No(format!("`{pattern}` matches nothing in `{path}`, comments included")),
            },
            Asks::Contains(_, pattern) => match find(pattern, &code.text) {
                Err(why) => Held::CannotTell(why),
                // An operator stands in a string as a text about code alone, in languages whose strings are known.
                Ok(Some(_)) if means_operator(pattern) && code.outline.is_some() => {
                    match find(pattern, &code.alone()) {
                        Ok(Some(_)) => Held::Yes,
                        Ok(None) | Err(_) => Held::No(format!(
                            "`{pattern}` stands in a string of `{path}` and nowhere in its code"
                        )),
                    }
                }
                Ok(Some(_)) if !means_code(pattern) => Held::Yes,
                // A name that is only written in a string is no code that uses it; a word may be meant to stand there.
                Ok(Some(_)) => match find(pattern, &code.alone()) {
                    Ok(Some(_)) => Held::Yes,
                    Ok(None) | Err(_) => {
                        let why =
                            format!("`{pattern}` stands in a string of `{path}` and nowhere in its code");
                        if pattern.contains('(') { Held::No(why) } else { Held::Written(why) }
                    }
                },
                Ok(None) => Held::No(format!("`{pattern}` matches nothing in the code of `{path}`")),
            },
            // Comments are blanked out by as many letters, so that lines are counted alike.
            Asks::Lacks(_, pattern) => {
                match find(pattern, if means_comment(pattern) { whole } else { &code.text }) {
                    Err(why) => Held::CannotTell(why),
                    Ok(None) => Held::Yes,
                    Ok(Some(at)) => Held::No(format!(
                        "`{pattern}` still matches in `{path}`, at line {}",
                        code.line_at(at)
                    )),
                }
            }
            Asks::Exports(_, name) => match export(code, name) {
                Export::At(_) => Held::Yes,
                Export::NamedOnly(_) | Export::Absent => {
                    Held::No(format!("`{path}` does not export `{name}`"))
                }
                Export::Computed => Held::CannotTell(format!(
                    "`{path}` makes names as it runs; whether `{name}` is one of them cannot be told"
                )),
                Export::CannotTell => Held::CannotTell(format!(
                    "`{path}` passes on all of another module; `{name}` may be in it"
                )),
            },
            Asks::Exists(_) | Asks::Test(_) => Held::Yes,
        }
    }
}

fn asks(text: &str) -> Result<Asks, NotACondition> {
    if let Some(name) = text.strip_prefix("test ") {
        let name = name.trim();
        let name = [" passes", " passed"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        return match bare(name) {
            "" => Err(NotACondition::Form),
            name => Ok(Asks::Test(name.to_owned())),
        };
    }
    if let Some(file) = text.strip_suffix(" exists") {
        return Ok(Asks::Exists(path(file)?));
    }
    // The first of the words wins: a pattern may hold the others.
    let words = [" contains ", " lacks ", " exports "];
    let first = words.iter().filter_map(|word| text.find(word).map(|at| (at, *word))).min();
    let Some((at, word)) = first else { return Err(NotACondition::Form) };
    let (file, what) = (path(&text[..at])?, bare(&text[at + word.len()..]).to_owned());
    if what.is_empty() {
        return Err(NotACondition::Form);
    }
    if let Some(mark) = wrapped(&what) {
        let without = format!("{file}{word}{}", what.trim_matches(mark));
        return Err(NotACondition::Wrapped { mark, without });
    }
    Ok(match word {
        " contains " => Asks::Contains(file, what),
        " lacks " => Asks::Lacks(file, what),
        _ => Asks::Exports(file, what),
    })
}

/// Returns the first of two conditions that a word or a mark joins: `a.js contains x and b.js lacks y`, or `and lacks y`.
/// A pattern that only speaks of such words has no file before them.
fn first_of_several(text: &str) -> Option<&str> {
    static JOINED: LazyLock<Regex> = LazyLock::new(|| {
        let joins = r"(?: and| or| &&| \|\||[;,])(?: also| that| then)?";
        let file = r"`?[\w@./\\-]*[\w-][./\\][\w@./\\-]+`?";
        let verbs = r"(?:contains|lacks|exports)";
        let whole =
            format!(r"{joins} (?:(?:{file} )?{verbs} \S|{file} exists\s*$|test [\w:.-]+(?: passe[sd])?\s*$)");
        Regex::new(&whole).expect("a constant pattern")
    });
    let verb =
        [" contains ", " lacks ", " exports ", " exists"].iter().filter_map(|verb| text.find(verb)).min()?;
    let joined = JOINED.find_iter(text).find(|joined| joined.start() > verb)?;
    Some(text[..joined.start()].trim_end())
}

/// Returns the mark that a whole pattern stands between, as people write texts and patterns elsewhere: `"a"`, `/a/`. Where
/// the mark stands in it as well, or nothing but words do, all of it may be meant: `/api/cart/`, `'admin'`.
fn wrapped(pattern: &str) -> Option<char> {
    ['"', '\'', '/'].into_iter().find(|mark| {
        let is_plain = |inner: &str| inner.chars().all(|c| c.is_alphanumeric() || "_- ".contains(c));
        let holds_mark = |inner: &str| inner.replace(&format!("\\{mark}"), "").contains(*mark);
        let inner = pattern.strip_prefix(*mark).and_then(|rest| rest.strip_suffix(*mark));
        inner.is_some_and(|inner| !is_plain(inner) && !holds_mark(inner))
    })
}

fn path(text: &str) -> Result<RepoPath, NotACondition> {
    let text = bare(text);
    if let Some((file, line)) = text.rsplit_once(':')
        && line.starts_with(|c: char| c.is_ascii_digit())
        && line.bytes().all(|b| b.is_ascii_digit() || b == b'-')
    {
        return Err(NotACondition::Line { file: file.to_owned(), line: line.to_owned() });
    }
    RepoPath::parse(text).map_err(|why| NotACondition::Path { file: text.to_owned(), why: why.to_string() })
}

/// Takes off what people put around code: one pair of backticks.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let inner = text.strip_prefix('`').and_then(|t| t.strip_suffix('`'));
    inner.filter(|t| !t.contains('`')).unwrap_or(text)
}

fn compile(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern)
        .size_limit(PATTERN_BYTES)
        .dfa_size_limit(PATTERN_BYTES)
        .multi_line(true)
        // Where lines end in CR LF, `$` stands before both.
        .crlf(true)
        .build()
}

fn find(pattern: &str, text: &str) -> Result<Option<usize>, String> {
    let compiled = compile(pattern).map_err(|e| format!("the pattern does not compile: {e}"))?;
    Ok(compiled.find(text).map(|found| found.start()))
}

/// Tells whether a pattern asks for a name of the program, or a call of one: `expires_at`, `\\bcheck\\(`. Whatever else
/// stands in it may be meant to be found in a string.
fn means_code(pattern: &str) -> bool {
    let bare = pattern.replace("\\b", "").replace("\\(", "").replace("\\)", "").replace("\\.", "");
    !bare.is_empty() && bare.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Tells whether a pattern asks for a comparison or the like, of what is no string: `b !== 0`, `a && b`.
fn means_operator(pattern: &str) -> bool {
    const OPERATORS: [&str; 7] = ["==", "!=", "&&", "||", "=>", "<=", ">="];
    let bare = pattern.replace('\\', "");
    !bare.contains(['"', '\'', '`']) && OPERATORS.iter().any(|operator| bare.contains(operator))
}

/// Tells whether a pattern asks for a comment: it begins as one, or names what stands nowhere else. `TODO` left in the
/// code, a switched-off check, a licence.
fn means_comment(pattern: &str) -> bool {
    const BEGINS: [&str; 6] = ["//", "/\\*", "# ", "#!/", "<!--", "-- "];
    const NAMES: [&str; 27] = [
        "todo",
        "fixme",
        "xxx",
        "hack",
        "tbd",
        "nosonar",
        "nolint",
        "noqa",
        "nosec",
        "safety",
        "spdx",
        "copyright",
        "license",
        "eslint",
        "tslint",
        "ts-ignore",
        "ts-expect-error",
        "ts-nocheck",
        "prettier",
        "istanbul",
        "pragma",
        "rubocop",
        "pylint",
        "shellcheck",
        "deprecated",
        "param",
        "coverage",
    ];
    let bare = pattern.replace("\\b", " ").replace('^', "").to_lowercase();
    let words = || bare.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    // `param(` is a call, and `license = ` a setting.
    let is_code = bare.contains(['(', '=', ';', '{', '"', '\'']);
    let named = || words().any(|w| NAMES.iter().any(|n| w == *n || w.starts_with(&format!("{n}-"))));
    BEGINS.iter().any(|mark| bare.trim_start().starts_with(mark)) || !is_code && named()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(condition: &str, text: Option<&str>) -> Held {
        let fact = text.map_or_else(FileFact::missing, FileFact::of_text);
        ClosedWhen::parse(condition).unwrap().holds(&fact, false)
    }

    fn holds(condition: &str, text: &str) -> bool {
        held(condition, Some(text)) == Held::Yes
    }

    #[test]
    fn conditions_are_held_against_code_and_not_against_comments() {
        for (condition, text, expected) in [
            ("src/a.rs contains expires_at", "if now > expires_at {}", true),
            ("src/a.rs contains expires_at", "// expires_at is checked", false),
            ("src/a.rs contains expires_at", "let unused = \"expires_at\";", false),
            ("src/a.js contains \\bcheck\\(", "log('check(')", false),
            ("src/a.js contains \\bcheck\\(", "check(\"x\")", true),
            ("src/a.js contains guard\\(", "log(/guard(y)/)", false),
            ("src/a.js contains guard\\(", "log(`${guard(y)}`)", true),
            ("src/A.cs contains Guard\\(", "class A { string q = @\"\n  Guard(b)\n\"; }", false),
            ("src/A.cs contains Guard\\(", "class A { void B() { Guard(b); } }", true),
            ("src/a.js contains b !== 0", "log(\"b !== 0\")", false),
            ("src/a.js contains b !== 0", "if (b !== 0) log(\"b !== 0\")", true),
            ("src/a.js contains role === 'admin'", "if (role === 'admin') go()", true),
            ("src/a.sql contains id >= 1", "select 'id >= 1'", true),
            ("src/a.js contains Cache-Control", "res.set('Cache-Control', 'no-store')", true),
            ("src/a.js contains 'admin'", "role === 'admin'", true),
            ("src/a.rs lacks legacy", "load(\"legacy\")", false),
            ("src/a.rs contains `fn\\s+check`", "pub fn check() {}", true),
            ("`src/a.rs` lacks unwrap\\(\\)", "x.unwrap()", false),
            ("src/a.rs lacks unwrap\\(\\)", "x? // no unwrap() here", true),
            ("src/a.rs lacks ^use legacy", "use std;\nuse legacy;", false),
            ("src/a.ts exports total", "export const total = 1", true),
            ("src/a.ts exports total", "const total = 1", false),
            ("src/a.rs exists", "", true),
            ("a.txt contains that lacks nothing", "one that lacks nothing", true),
            // What asks for a comment is held against them.
            ("src/a.js lacks TODO", "// TODO validate\nload()", false),
            ("src/a.js lacks TODO", "load()", true),
            ("src/a.rs contains SAFETY:", "// SAFETY: p is valid\nunsafe { *p }", true),
            ("src/a.ts lacks eslint-disable", "// eslint-disable-next-line\nx()", false),
            ("src/a.py lacks \\bnoqa\\b", "x = 1  # noqa", false),
            ("src/a.go contains ^//go:build linux", "//go:build linux\n\npackage a", true),
            ("src/a.rs contains SPDX-License-Identifier", "// SPDX-License-Identifier: MIT\n", true),
            ("src/a.js contains guard\\(", "// guard(x)\nload()", false),
            ("src/a.js lacks eval\\(", "// eval(x)\nload()", true),
        ] {
            assert_eq!(holds(condition, text), expected, "{condition} in {text}");
        }
    }

    #[test]
    fn a_file_that_is_not_there_fulfils_nothing() {
        for condition in ["a.rs contains x", "a.rs lacks x", "a.rs exports x", "a.rs exists"] {
            assert!(matches!(held(condition, None), Held::No(_)), "{condition}");
        }
    }

    #[test]
    fn what_went_elsewhere_is_looked_at_there() {
        let path = |p: &str| RepoPath::parse(p).unwrap();
        let held = |condition: &str, here: FileFact, there: &str| {
            let files =
                BTreeMap::from([(path("a.js"), here), (path("b.js"), FileFact::of_text(there.to_owned()))]);
            let went = BTreeMap::from([(path("a.js"), vec![path("b.js")])]);
            ClosedWhen::parse(condition).unwrap().held(&Facts { files, went }, &BTreeSet::new())
        };
        let lacks = "a.js lacks eval\\(";
        // Renamed, or moved line by line into another file, it is not mended.
        let still = held(lacks, FileFact::gone(), "eval(x)");
        assert!(matches!(&still, Held::No(why) if why.contains("`b.js`")), "{still:?}");
        assert!(matches!(held(lacks, FileFact::of_text("load()".to_owned()), "eval(x)"), Held::No(_)));
        assert_eq!(held(lacks, FileFact::gone(), "load()"), Held::Yes);
        assert!(matches!(held(lacks, FileFact::of_text("eval(y)".to_owned()), "load()"), Held::No(_)));
        assert_eq!(held("a.js contains guard\\(", FileFact::gone(), "guard(x)"), Held::Yes);
        let here = FileFact::of_text("load()".to_owned());
        assert!(matches!(held("a.js contains guard\\(", here, "guard(x)"), Held::No(_)));
        assert!(matches!(held("a.js exists", FileFact::gone(), "x"), Held::No(_)));
    }

    #[test]
    fn a_file_that_was_removed_lacks_what_it_held() {
        let held = |condition| ClosedWhen::parse(condition).unwrap().holds(&FileFact::gone(), false);
        assert_eq!(held("a.rs lacks x"), Held::Yes);
        for condition in ["a.rs contains x", "a.rs exports x", "a.rs exists"] {
            assert!(matches!(held(condition), Held::No(_)), "{condition}");
        }
    }

    #[test]
    fn lines_may_end_in_cr_lf() {
        let held = |condition: &str, text: &str| {
            ClosedWhen::parse(condition).unwrap().holds(&FileFact::of_text(text.to_owned()), false)
        };
        let text = "use a;\r\nlet limit = 3;\r\nrun();\r\n";
        assert_eq!(held("a.rs contains ^let limit = \\d;$", text), Held::Yes);
        assert!(matches!(held("a.rs lacks ^run\\(\\);$", text), Held::No(why) if why.contains("line 3")));
        assert!(matches!(held("a.rs contains ^let limit$", text), Held::No(_)));
    }

    #[test]
    fn a_pattern_may_speak_of_conditions() {
        for text in [
            "README.md contains this and that",
            "README.md contains what a module contains and exports",
            "a.sql lacks WHERE a and b",
            "a.rs contains Limit, Rate",
        ] {
            assert!(ClosedWhen::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_test_must_be_reported() {
        let condition = ClosedWhen::parse("test cart::rejects_expired passes").unwrap();
        assert_eq!(condition.test(), Some("cart::rejects_expired"));
        assert_eq!(condition.holds(&FileFact::missing(), true), Held::Yes);
        assert!(matches!(condition.holds(&FileFact::missing(), false), Held::No(_)));
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        for (text, expected) in [
            ("the tests pass", "is none of"),
            ("test ", "is none of"),
            ("a.rs contains", "is none of"),
            ("../a.rs exists", "names `../a.rs`"),
            ("/etc/passwd contains root", "names `/etc/passwd`"),
            ("a.rs contains (", "does not compile"),
            ("a.rs contains (a{1000}){1000}", "does not compile"),
            ("a.rs contains .*", "any text matches"),
            ("a.rs contains limit and b.rs lacks unwrap", "send `a.rs contains limit` alone"),
            ("a.rs contains limit and lacks unwrap", "send `a.rs contains limit` alone"),
            ("`src/a.rs` lacks unwrap; `src/b.rs` exports Limit", "joins two conditions"),
            ("a.rs exists && test limit::holds passes", "send `a.rs exists` alone"),
            ("a.rs exports Limit, and src/b.rs exists", "joins two conditions"),
            (&"x".repeat(500), "holds 500 bytes"),
        ] {
            let refused = ClosedWhen::parse(text).unwrap_err().to_string();
            assert!(refused.contains(expected), "{text}: {refused}");
        }
    }
}
