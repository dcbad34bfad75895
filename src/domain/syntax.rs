//! Source text as a syntax tree, boiled down to what verification asks: names, imports, uses, bodies, comments.
//!
//! tree-sitter parses text in memory, so this is a function of a text like any other here: no file, no clock.
//! Parsing is bounded by size and by work, never by time; a text over a bound has no outline, and its callers say so.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use tree_sitter::{ParseOptions, Parser, Tree};

use super::ids::RepoPath;

mod acts;
mod answer;
mod around;
mod bare;
mod blank;
mod body;
mod by_name;
mod chance;
mod class_use;
mod commented;
mod common_js;
mod constant;
mod dead;
mod depth;
mod discard;
mod fields;
mod fixed;
mod flag;
mod format;
mod full_name;
mod given;
mod gone;
mod guard;
mod handler;
mod hands_on;
mod idle;
mod imports;
mod in_vain;
mod inner;
mod joined_path;
mod jsx_text;
mod lazy;
mod lent_type;
mod lets_pass;
mod listener;
mod loaded;
mod made;
mod modifier;
mod nameless;
mod names;
mod one_case;
mod output;
mod own_router;
mod pretended;
mod pure;
mod quotes;
mod receipt;
mod registered;
mod remembered;
mod same_anyhow;
mod scope;
mod shown;
mod speaks;
mod stores;
mod switched_off;
mod trial;
mod truism;
mod truth;
mod type_star;
mod unrun;
mod walk;

pub(crate) use answer::always_the_same;
pub(crate) use blank::{Blank, BlankName};
pub(crate) use body::{Hollow, HollowBody};
pub(crate) use by_name::{does, hears, makes, may_rest, rests, rests_or_stands_in, tells_of_itself};
pub(crate) use class_use::ClassUses;
pub(crate) use flag::is_only_asked;
pub(crate) use full_name::{FullNames, last_of};
pub(crate) use given::Given;
pub(crate) use inner::{InnerModule, Shown};
pub(crate) use output::words_of;
pub(crate) use pretended::is_made_up;
pub(crate) use quotes::unquoted;
pub(crate) use shown::is_to_come;
pub(crate) use trial::Trials;

/// Largest text that is parsed, in bytes.
pub(crate) const PARSE_LIMIT: usize = 768 * 1024;
/// How often the parser may report back (each time after a hundred steps) beside one time for every few bytes.
const WORK_FLOOR: usize = 5_000;

/// A language with a syntax tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grammar {
    TypeScript,
    Tsx,
    JavaScript,
    Python,
    Rust,
    Go,
    Java,
    CSharp,
    Ruby,
}

impl Grammar {
    const ALL: [Self; 9] = [
        Self::TypeScript,
        Self::Tsx,
        Self::JavaScript,
        Self::Python,
        Self::Rust,
        Self::Go,
        Self::Java,
        Self::CSharp,
        Self::Ruby,
    ];

    /// Tells the language from a file's name.
    pub(crate) fn of(path: &RepoPath) -> Option<Self> {
        let name = path.file_name().to_ascii_lowercase();
        Some(match name.rsplit_once('.')?.1 {
            "ts" | "mts" | "cts" => Self::TypeScript,
            "tsx" => Self::Tsx,
            "js" | "jsx" | "mjs" | "cjs" => Self::JavaScript,
            "py" | "pyi" => Self::Python,
            "rs" => Self::Rust,
            "go" => Self::Go,
            "java" => Self::Java,
            "cs" => Self::CSharp,
            "rb" | "rake" | "ru" | "gemspec" => Self::Ruby,
            // The script of a component is read as TypeScript; what surrounds it is blanked first.
            "vue" | "svelte" => Self::TypeScript,
            _ => return None,
        })
    }

    /// Tells the language of a program without an ending from its first line: `#!/usr/bin/env ruby`.
    pub(crate) fn of_program(path: &RepoPath, text: &str) -> Option<Self> {
        let name = path.file_name();
        if name.contains('.') {
            return None;
        }
        if name == "Rakefile" {
            return Some(Self::Ruby);
        }
        let line = text.lines().next()?.strip_prefix("#!")?;
        let by = line.split_whitespace().map(|w| w.rsplit('/').next().unwrap_or(w)).find(|w| *w != "env")?;
        Some(match by.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
            "ruby" => Self::Ruby,
            "python" => Self::Python,
            "node" | "nodejs" => Self::JavaScript,
            "bun" | "deno" | "tsx" | "ts-node" => Self::TypeScript,
            _ => return None,
        })
    }

    /// Tells whether the language is JavaScript in any of its forms.
    pub(crate) fn is_script(self) -> bool {
        matches!(self, Self::TypeScript | Self::Tsx | Self::JavaScript)
    }

    /// Tells whether two languages can name each other's modules.
    pub(crate) fn speaks_with(self, other: Self) -> bool {
        self == other || self.is_script() && other.is_script()
    }

    fn language(self) -> tree_sitter::Language {
        match self {
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
            Self::Java => tree_sitter_java::LANGUAGE.into(),
            Self::CSharp => tree_sitter_c_sharp::LANGUAGE.into(),
            Self::Ruby => tree_sitter_ruby::LANGUAGE.into(),
        }
    }
}

/// What a declaration is to those who import it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SymbolKind {
    Value,
    /// An interface or alias: gone when the program runs.
    Type,
    /// A type that has behaviour: class, struct, enum, trait, module.
    Class,
    /// A function or field within such a type.
    Member,
}

/// A declared name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    /// The type it is a member of.
    pub(crate) owner: Option<String>,
    pub(crate) exported: bool,
    /// Byte offset of the name.
    pub(crate) at: usize,
}

/// One name that an import brings in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binding {
    /// The name at its origin; `default`, or `*` for the module as a whole.
    pub(crate) name: String,
    /// The name here; empty where nothing is bound.
    pub(crate) local: String,
    pub(crate) type_only: bool,
}

/// An import, a re-export or a declaration of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Import {
    /// The module as written: `./pay.js`, `.pay`, `crate::pay`, `example.com/shop/pay`, `Shop.Pay`.
    pub(crate) from: String,
    pub(crate) names: Vec<Binding>,
    /// Every name of the module comes in, or goes on.
    pub(crate) all: bool,
    /// The names are given on to whoever imports this file.
    pub(crate) passes_on: bool,
    /// `mod pay;`: the module is a file of its own, and nothing is said of using it.
    pub(crate) declares: bool,
    /// Brought in when the program runs: `import('./pay')`, `require('./pay')`.
    pub(crate) dynamic: bool,
    pub(crate) at: Range<usize>,
}

/// Where a name is used first, by the way it is used. Lines count from 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    /// By itself: `pay(1)`, `new Pay()`.
    pub(crate) plain: Option<u32>,
    /// Of something: `shop.pay(1)`.
    pub(crate) member: Option<u32>,
    /// As a type alone.
    pub(crate) typed: Option<u32>,
}

impl Uses {
    /// Returns the first line on which the name stands in any way.
    pub(crate) fn any(self) -> Option<u32> {
        self.plain.or(self.member).or(self.typed)
    }
}

/// A hook that is called where nothing is used that it hands out: `const { mutate } = useCharge();`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdleHook {
    pub(crate) hook: String,
    /// The names that are given to what it hands out.
    pub(crate) names: Vec<String>,
    pub(crate) line: u32,
}

/// What one source file holds. What stands in a test inside the file is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) grammar: Grammar,
    /// Whether the whole text could be parsed.
    pub(crate) intact: bool,
    /// The package (Go, Java) or the namespaces (C#) the file declares.
    pub(crate) homes: Vec<String>,
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) imports: Vec<Import>,
    pub(crate) uses: BTreeMap<String, Uses>,
    /// Functions that do nothing yet.
    pub(crate) hollow: Vec<HollowBody>,
    /// How many functions do something.
    pub(crate) real_bodies: usize,
    /// How many of them make a value of a type and do nothing but to keep what they are given.
    pub(crate) storing: usize,
    /// Types of which at least one function works, constructors aside; by no name where the handler of a route does.
    pub(crate) at_work: BTreeSet<String>,
    /// Blocks that catch an error and do nothing, as lines.
    pub(crate) empty_catches: Vec<u32>,
    pub(crate) comments: Vec<Range<usize>>,
    pub(crate) strings: Vec<Range<usize>>,
    /// Paths that a script joins from its own folder and texts: where, and what they come to.
    pub(crate) joined: Vec<(usize, String)>,
    /// Names of declarations, as places in the text.
    pub(crate) definitions: Vec<Range<usize>>,
    /// Names of annotations, attributes, decorators and base types.
    pub(crate) marks: BTreeSet<String>,
    /// A decorator stands before a class, a member or a parameter of a script.
    pub(crate) decorated: bool,
    /// A module of Python makes something known to others as it is loaded: a handler by its decorator, a table by its class.
    pub(crate) registers: bool,
    /// A module of Python makes a router itself, and gives it to nobody as it is loaded.
    pub(crate) fills_own: bool,
    /// The program starts in this file.
    pub(crate) starts: bool,
    /// Places that never run, or only in tests: after a `return`, below `if (false)`, behind `#[cfg(test)]`.
    pub(crate) dead: Vec<Range<usize>>,
    /// Values that are named and thrown away.
    pub(crate) dropped: Vec<Range<usize>>,
    /// Hooks that are called, and of which nothing is used that they hand out.
    pub(crate) idle_hooks: Vec<IdleHook>,
    /// Those of them that never run at all.
    pub(crate) unreached: Vec<Range<usize>>,
    /// The file gives on names that its text does not tell: `module.exports = make()`, `def __getattr__(name)`.
    pub(crate) open: bool,
    /// A module of a script that does nothing as it is loaded but declare.
    pub(crate) only_declares: bool,
    /// No build takes the file: `//go:build ignore`.
    pub(crate) left_out: bool,
    /// Modules of Rust that are declared for tests alone, as they are found from here: `pay`, `shop/pay`, or a path in quotes.
    pub(crate) for_tests: Vec<String>,
    /// Names that are declared and stand for nothing yet.
    pub(crate) blanks: Vec<BlankName>,
    /// Names with what they are reached through.
    pub(crate) full: FullNames,
    /// Names of Java and C# that stand for classes.
    pub(crate) classes: ClassUses,
    /// Methods that are called on values of other types: C#'s extensions.
    pub(crate) lent: BTreeSet<String>,
    /// Names that Ruby makes as it runs, as far as they are written out; `*` for those of CommonJS that are not.
    pub(crate) made: BTreeSet<String>,
    /// Modules of Rust that the file holds itself.
    pub(crate) inner: Vec<InnerModule>,
    /// What a module of Python gives to whoever takes all of it.
    pub(crate) given: Given,
    /// The tests that the file holds.
    pub(crate) trials: Trials,
    /// Functions that only some files see, by the rules or the custom of the language, and that nothing in this one calls.
    pub(crate) lone: BTreeSet<String>,
    /// What conditions ask of names that the file does not hide by others: `FLAGS.pay`.
    pub(crate) guards: BTreeSet<String>,
    /// Switches of the file that are plainly off.
    pub(crate) off: BTreeSet<String>,
}

impl Outline {
    /// Returns the symbols that others can name without naming their owner.
    pub(crate) fn exports(&self) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter().filter(|s| s.exported && s.owner.is_none())
    }

    /// Tells whether all that the file offers is types that are gone when the program runs.
    pub(crate) fn is_types_only(&self) -> bool {
        let mut any = false;
        for symbol in self.exports() {
            any = true;
            if symbol.kind != SymbolKind::Type {
                return false;
            }
        }
        any && !self.imports.iter().any(|i| i.passes_on)
    }
}

/// Reads a text in the language its name tells; nothing for other languages, and for what is over the bounds.
pub(crate) fn outline(path: &RepoPath, text: &str) -> Option<Arc<Outline>> {
    Grammar::of(path).or_else(|| Grammar::of_program(path, text))?;
    remembered::outline(path, text, |path, text| outline_where(path, text, None))
}

/// What is known of a file from others.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// The lone functions that other files call. What the rest of them do, nobody does.
    pub(crate) called: BTreeSet<String>,
    /// Switches that are off.
    pub(crate) off: BTreeSet<String>,
}

/// The same of a file of which more is known.
pub(crate) fn outline_where(path: &RepoPath, text: &str, known: Option<&Known>) -> Option<Outline> {
    let grammar = Grammar::of(path).or_else(|| Grammar::of_program(path, text))?;
    let name = path.file_name();
    // In a file of tests, tests are what it is about.
    let tests = super::wiring::is_test(path);
    if name.ends_with(".vue") || name.ends_with(".svelte") {
        let script = only_scripts(text);
        let template = switched_off::blanked(&without_comments(&beside(text, &script)));
        // What a template calls stands in no script; a template in a file of its own is not seen.
        let mut known = known.cloned().unwrap_or_default();
        known.called.extend(called_beside(&template));
        let whole = !tests && !template.contains("<template src");
        let asked = Asked { tests, whole, root: false, known: Some(&known) };
        let mut outline = read(grammar, &script, asked, Some(&template))?;
        used_in_template(&mut outline, &template);
        return Some(outline);
    }
    let root = grammar == Grammar::Rust && may_begin(path);
    read(grammar, text, Asked { tests, whole: !tests, root, known }, None)
}

/// Tells whether cargo makes a program of a file of Rust by where it lies: `src/main.rs`, `src/bin/shop.rs`.
fn may_begin(path: &RepoPath) -> bool {
    let inner = format!("/{path}");
    let of_bin = inner.rsplit_once("/src/bin/").map(|(_, rest)| rest.split('/').count());
    let main = path.file_name() == "main.rs";
    inner.ends_with("/src/main.rs") || of_bin.is_some_and(|depth| depth == 1 || depth == 2 && main)
}

/// What a reading is for.
#[derive(Clone, Copy)]
struct Asked<'a> {
    /// What stands in tests counts.
    tests: bool,
    /// The text is all of what may call its functions.
    whole: bool,
    /// A program may begin in the file.
    root: bool,
    known: Option<&'a Known>,
}

/// Returns the places of the tests that a file of Rust or of a script holds beside its code and that are skipped.
pub(crate) fn skipped_within(path: &RepoPath, text: &str) -> Vec<Range<usize>> {
    let Some(grammar) = Grammar::of(path) else { return Vec::new() };
    let asked = Asked { tests: true, whole: false, root: false, known: None };
    read(grammar, text, asked, None).map(|outline| outline.trials.skipped).unwrap_or_default()
}

/// Tells whether no build takes a file, by a look at its first lines.
pub(crate) fn is_left_out(path: &RepoPath, text: &str) -> bool {
    Grammar::of(path).is_some_and(|grammar| dead::left_out(grammar, text))
}

/// Reads a text in one language; `beside` is what stands around a component's scripts.
fn read(grammar: Grammar, text: &str, asked: Asked<'_>, beside: Option<&str>) -> Option<Outline> {
    let tree = parse(grammar, text)?;
    let boiled = |tree: &Tree| {
        let none = || (gone::Gone::new(), BTreeSet::new());
        let (called, nothing) = (asked.known.map(|k| &k.called), BTreeSet::new());
        let off = asked.known.map_or(&nothing, |k| &k.off);
        let (gone, lone) =
            if asked.whole { gone::of(grammar, text, tree, called, asked.root) } else { none() };
        Outline { lone, ..walk::outline(grammar, text, tree, asked.tests, gone, beside, off) }
    };
    if matches!(grammar, Grammar::TypeScript | Grammar::Tsx)
        && tree.root_node().has_error()
        && let Some((plain, places)) = readable(text)
        && let Some(whole) = parse(grammar, &plain).filter(|t| !t.root_node().has_error())
    {
        let mut out = boiled(&whole);
        lent_type::keep(&mut out, text, &places);
        return Some(out);
    }
    let mended = tree.root_node().has_error().then(|| jsx_text::tree(grammar, text)).flatten();
    Some(boiled(&mended.unwrap_or(tree)))
}

/// A text of which what the grammar does not know is written in other words of the same length, with the places of types that
/// are taken in place; nothing where it has none of that.
fn readable(text: &str) -> Option<(String, Vec<Range<usize>>)> {
    let starred = type_star::plain(text);
    lent_type::plain(starred.as_deref().unwrap_or(text)).or_else(|| starred.map(|plain| (plain, Vec::new())))
}

/// The names that a template may call: its words, and what those with dashes stand for (`v-focus` for `vFocus`, `pay-button`
/// for `PayButton`).
fn called_beside(template: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for word in template.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))) {
        names.extend(word.split('-').filter(|w| !w.is_empty()).map(str::to_owned));
        if word.contains('-') {
            let upper = |part: &str| {
                let mut letters = part.chars();
                letters.next().map(|c| c.to_uppercase().chain(letters).collect::<String>())
            };
            let whole: String = word.split('-').filter_map(upper).collect();
            let mut letters = whole.chars();
            names.extend(letters.next().map(|c| c.to_lowercase().chain(letters).collect::<String>()));
            names.insert(whole);
        }
    }
    names
}

/// A component's template uses what its script imports, by the same name or with dashes.
fn used_in_template(outline: &mut Outline, template: &str) {
    let locals: Vec<String> = outline
        .imports
        .iter()
        .flat_map(|i| i.names.iter().map(|n| n.local.clone()))
        .filter(|l| !l.is_empty())
        .collect();
    for local in locals {
        let mut dashed = String::new();
        for (at, c) in local.char_indices() {
            if c.is_uppercase() && at > 0 {
                dashed.push('-');
            }
            dashed.extend(c.to_lowercase());
        }
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        let found = [local.as_str(), dashed.as_str()].iter().find_map(|word| {
            template.match_indices(word).map(|(at, _)| at).find(|at| {
                !template[..*at].chars().next_back().is_some_and(joins)
                    && !template[at + word.len()..].chars().next().is_some_and(joins)
            })
        });
        if let Some(at) = found {
            let line = line_of(template, at);
            outline.uses.entry(local).or_default().plain.get_or_insert(line);
        }
    }
}

/// Blanks the scripts of a component; offsets and lines stay.
fn beside(text: &str, script: &str) -> String {
    let both = text.bytes().zip(script.bytes());
    let bytes = both.map(|(t, s)| if s == t && t != b'\n' { b' ' } else { t });
    String::from_utf8(bytes.collect()).unwrap_or_default()
}

/// Blanks the comments of a template; lines stay.
fn without_comments(template: &str) -> String {
    let mut parts = template.split("<!--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (comment, rest) = part.split_once("-->").unwrap_or((part, ""));
        out.extend(comment.chars().map(|c| if c == '\n' { c } else { ' ' }));
        out.push_str(rest);
    }
    out
}

fn parse(grammar: Grammar, text: &str) -> Option<Tree> {
    if text.len() > PARSE_LIMIT {
        return None;
    }
    let mut parser = Parser::new();
    parser.set_language(&grammar.language()).ok()?;
    let mut left = WORK_FLOOR + text.len() / 16;
    let mut progress = |_: &tree_sitter::ParseState| {
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    let options = ParseOptions::new().progress_callback(&mut progress);
    let read = &mut |at, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(read, None, Some(options)).filter(|tree| !depth::is_too_deep(tree))
}

/// Blanks everything but the scripts of a component, so that offsets and lines stay.
fn only_scripts(text: &str) -> String {
    let mut out = vec![b' '; text.len()];
    for (at, byte) in text.bytes().enumerate().filter(|(_, b)| *b == b'\n') {
        out[at] = byte;
    }
    let mut from = 0;
    while let Some(open) = text[from..].find("<script").map(|n| from + n) {
        let Some(start) = text[open..].find('>').map(|n| open + n + 1) else { break };
        let Some(end) = text[start..].find("</script").map(|n| start + n) else { break };
        out[start..end].copy_from_slice(&text.as_bytes()[start..end]);
        from = end;
    }
    String::from_utf8(out).unwrap_or_default()
}

/// Returns the line, from 1, that holds a byte offset.
pub(crate) fn line_of(text: &str, at: usize) -> u32 {
    let feeds = text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count();
    u32::try_from(feeds).unwrap_or(u32::MAX - 1) + 1
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_comments;
#[cfg(test)]
mod tests_dead;
#[cfg(test)]
mod tests_work;
