//! Code that stands for code to come: bodies that say so, that are empty, or that give back one constant (SPEC 9.3).
//!
//! By the syntax tree where there is one. Else looks at text whose comments and strings are blanked, never at names;
//! it finds what can be told so and proves nothing by finding nothing. Linear.

use std::sync::LazyLock;

use regex::Regex;

use super::code_text::{Code, Language};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{
    Grammar, Hollow, HollowBody, Outline, Symbol, SymbolKind, always_the_same, does, hears, is_made_up,
    makes, may_rest, rests, rests_or_stands_in, tells_of_itself, words_of,
};

/// The most stubs told of one file.
const MOST: usize = 50;

/// A place that looks like a stub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stub {
    /// First and last line, from 1.
    pub from: u32,
    pub to: u32,
    /// What it is, in words.
    pub what: &'static str,
}

struct Sign {
    languages: &'static [Language],
    pattern: LazyLock<Regex>,
    what: &'static str,
}

macro_rules! sign {
    ($languages:expr, $what:expr, $pattern:expr) => {
        Sign {
            languages: $languages,
            pattern: LazyLock::new(|| Regex::new($pattern).expect("a constant pattern")),
            what: $what,
        }
    };
}

use Language::{CLike, Go, Hash, JavaScript, Markup, Php, Python, Rust};

const SAID: &str = "says that it is not implemented";
const EMPTY: &str = "has an empty body";
const CONSTANT: &str = "gives back a constant and does nothing else";

static SIGNS: [Sign; 16] = [
    sign!(&[Rust], SAID, r"\b(?:todo|unimplemented)!\s*[(\[{]"),
    sign!(&[Python, Hash], SAID, r"\braise\s+NotImplementedError\b"),
    sign!(
        &[JavaScript, CLike, Php, Markup],
        SAID,
        r"\bthrow\s+(?:new\s+)?(?:\w+\.)*(?:NotImplemented\w*|UnsupportedOperationException)\b"
    ),
    sign!(
        &[JavaScript, CLike, Php, Go, Rust, Markup],
        SAID,
        r#"\b(?:throw\s+(?:new\s+)?[\w\\]*(?:Error|Exception)|panic!?|fatalError|bail!|Err)\s*\(\s*["'`]\s*(?i:todo\b|not (?:yet )?implemented|unimplemented|implement me)"#
    ),
    sign!(&[CLike, Php], SAID, r"\bTODO\s*\("),
    sign!(&[JavaScript, Markup], EMPTY, r"\bfunction\b[^(){};]{0,80}\([^()]{0,200}\)[^(){};]{0,80}\{\s*\}"),
    sign!(
        &[JavaScript, Markup],
        "is a handler that does nothing",
        r"\bon[A-Z]\w*\s*=\s*\{\s*\([^()]{0,80}\)\s*=>\s*\{\s*\}\s*\}"
    ),
    sign!(&[Rust], EMPTY, r"\bfn\s+\w+[^{};]{0,300}\{\s*\}"),
    sign!(&[Go], EMPTY, r"\bfunc\b[^{};]{0,300}\{\s*\}"),
    // What PHP makes of the parameters of a constructor needs no body.
    sign!(
        &[Php],
        EMPTY,
        r"\bfunction\s+&?(?:[a-zA-Z]|_[a-zA-Z])\w*\s*\([^(){};]{0,300}\)\s*(?::\s*[?\w|\\]+\s*)?\{\s*\}"
    ),
    sign!(
        &[Php],
        CONSTANT,
        r"\bfunction\s+&?\w+\s*\([^(){};]{0,300}\$[^(){};]{0,300}\)\s*(?::\s*[?\w|\\]+\s*)?\{\s*return\s+(?:(?i:null)|\[\s*\]|array\(\s*\)|0|''|\x22\x22)\s*;\s*\}"
    ),
    sign!(&[CLike], EMPTY, r"\b[\w<>\[\]]+\s+\w+\s*\([^(){};]{0,200}\)\s*\{\s*\}"),
    sign!(
        &[Python],
        EMPTY,
        r"(?m)^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[^\n]{0,300}:[ \t]*(?:\n[ \t]*)*(?:pass|\.\.\.)[ \t]*$"
    ),
    sign!(
        &[Python],
        CONSTANT,
        r"(?m)^[ \t]*(?:async[ \t]+)?def[ \t]+\w+[^\n]{0,300}:[ \t]*(?:\n[ \t]*)+return[ \t]+(?:None|True|False|\[\]|\{\}|0)[ \t]*$"
    ),
    sign!(
        &[JavaScript, Markup],
        CONSTANT,
        r"(?:\bfunction\b[^(){};]{0,80}\([^()]{0,200}\)|\([^()]{0,200}\)\s*=>)[^(){};]{0,80}\{\s*return\s+(?:null|undefined|true|false|\[\s*\]|\{\s*\}|0)\s*;?\s*\}"
    ),
    sign!(&[Go], CONSTANT, r"\bfunc\b[^{};]{0,300}\{\s*return\s+(?:nil|true|false|0)(?:\s*,\s*nil)?\s*\}"),
];

/// Returns the places of a file that look like stubs, in order.
pub fn stubs(path: &RepoPath, text: &str) -> Vec<Stub> {
    in_code(&Code::new(path, text))
}

/// As [`stubs`], of a text that was read already.
pub(crate) fn in_code(code: &Code<'_>) -> Vec<Stub> {
    if let Some(outline) = code.outline.as_deref().filter(|o| o.intact) {
        return by_tree(outline);
    }
    let bare = code.without_strings();
    let mut found: Vec<Stub> = Vec::new();
    // An empty body may be all there is to a constructor of C++ or what Android asks for; what it says itself it means.
    let said_alone = code.language == CLike && Grammar::of(code.path).is_none();
    let counts = |s: &&Sign| s.languages.contains(&code.language) && (!said_alone || s.what == SAID);
    for sign in SIGNS.iter().filter(counts) {
        for hit in sign.pattern.find_iter(&code.text).take(MOST) {
            // What begins inside a string only talks of it.
            if bare.as_bytes().get(hit.start()) != code.text.as_bytes().get(hit.start()) {
                continue;
            }
            let from = hit.start() + (hit.as_str().len() - hit.as_str().trim_start().len());
            let end = hit.end().saturating_sub(1).max(from);
            found.push(Stub { from: code.line_at(from), to: code.line_at(end), what: sign.what });
        }
    }
    found.sort_by_key(|s| (s.from, s.to));
    found.dedup_by_key(|s| (s.from, s.to));
    found.truncate(MOST);
    found
}

fn by_tree(outline: &Outline) -> Vec<Stub> {
    let told = outline.hollow.iter().map(|h| Stub { from: h.from, to: h.to, what: h.what.words() });
    let mut found: Vec<Stub> = told.collect();
    found.sort_by_key(|s| (s.from, s.to));
    found.dedup_by_key(|s| (s.from, s.to));
    found.truncate(MOST);
    found
}

/// How sure it is that a promised file is a stub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sure {
    /// No sign of one.
    No,
    /// It is one, and why, with the lines.
    Yes(Vec<(u32, String)>),
    /// A person should look.
    Maybe(Vec<(u32, String)>),
}

/// Judges a promised file by its functions: one that was promised by name, one that says so itself, one that others
/// call and that ignores what it is given, or all of them.
pub(super) fn judged(path: &RepoPath, outline: &Outline, promised: &[&str]) -> Sure {
    let (mut sure, mut maybe) = (Vec::new(), Vec::new());
    let nothing_real = outline.real_bodies == 0;
    // Whoever only keeps what it is given has done nothing with it yet; a person tells whether anything was to be done.
    let only_keeps = !nothing_real && outline.real_bodies == outline.storing;
    let place =
        |name: &str| outline.symbols.iter().find(|s| s.name == name && s.owner.is_none()).map(|s| s.at);
    for body in &outline.hollow {
        let name = if body.name.is_empty() { String::new() } else { format!("`{}` ", body.name) };
        let told = (body.from, format!("{name}{}", body.what.words()));
        // What a namespace exports is offered to others, too, though through its name.
        let offered = |s: &Symbol| {
            s.exported && s.name == body.name && (s.owner.is_none() || s.kind == SymbolKind::Value)
        };
        let exported = outline.symbols.iter().any(offered) && body.owner.is_none();
        // By its own name, or by another that the file gives it.
        let of_promise = |p: &&str| *p == body.name || place(p).is_some() && place(p) == place(&body.name);
        // Plans name Go's methods as they name its functions.
        let free = body.owner.is_none() || outline.grammar == Grammar::Go;
        let named = promised.iter().any(of_promise);
        let asked = free && named;
        // A plan may ask for a method by its name, too: where no function has it, and it is no constructor.
        let asked_method = !free && named && place(&body.name).is_none() && !makes(&body.name);
        let always = body.what == Hollow::Answers && always_the_same(path.as_str())
            || is_fixed(path, body)
            || body.what == Hollow::Pretended && is_made_up(path.as_str())
            || is_said_once(body, outline)
            || is_null_object(body, promised)
            || is_silenced(body, outline)
            || body.what == Hollow::Prints && body.name.is_empty() && is_log(path)
            || body.loose && is_idle(body.what) && body.owner.as_deref().is_some_and(always_the_same);
        let weight = match of_type(body, outline).filter(|_| !asked) {
            _ if always => Weight::None,
            Some(weight) => weight,
            None => {
                let plain = weigh(body, outline, asked, exported, nothing_real);
                let kept = weigh(body, outline, asked, exported, nothing_real || only_keeps);
                // By what it keeps alone no file is surely a stub.
                if only_keeps && plain != Weight::Sure { kept.min(Weight::Maybe) } else { kept }
            }
        };
        let weight = if always {
            weight
        } else if weight == Weight::Sure && takes_note(path, body) {
            // To take note of what happened may be all there is to do.
            Weight::Maybe
        } else if asked_method {
            {
                let works = body.owner.as_ref().is_some_and(|owner| outline.at_work.contains(owner));
                weight.max(weigh_method(body, works))
            }
        } else if !asked && body.marked && !body.asked_for && body.owner.is_some() && does_nothing(body) {
            // A comment says that it is to be done, whatever its name would excuse.
            weight.max(Weight::Maybe)
        } else {
            weight
        };
        match weight {
            Weight::Sure if body.loose => maybe.push(told),
            Weight::Sure => sure.push(told),
            Weight::Maybe => maybe.push(told),
            Weight::None => {}
        }
    }
    match (sure.is_empty(), maybe.is_empty()) {
        (false, _) => Sure::Yes(sure),
        (true, false) => Sure::Maybe(maybe),
        (true, true) => Sure::No,
    }
}

/// Tells whether a file is one that a framework reads for a fixed text: what robots may do, which pages there are, what was
/// not found.
fn is_fixed(path: &RepoPath, body: &HollowBody) -> bool {
    let stem = path.file_name().split('.').next().unwrap_or_default();
    let lines = body.to.saturating_sub(body.from);
    match (stem, body.what) {
        ("robots" | "manifest", Hollow::Constant) => lines >= 2,
        // A list of no pages is none.
        ("sitemap", Hollow::Constant) => lines >= 3,
        ("not-found", Hollow::Static | Hollow::Placeholder) => lines >= 1,
        // What stands in a slot of a page of Next where no other page does.
        ("default", Hollow::Placeholder) => {
            path.parent().is_some_and(|folder| folder.file_name().starts_with('@'))
        }
        _ => false,
    }
}

/// Tells whether a method says by a constant what a library asks of a type that works otherwise: whether a command can be
/// run, whether a kind of value is one that it takes.
fn is_said_once(body: &HollowBody, outline: &Outline) -> bool {
    const ASKED: [(&[&str], &str); 3] = [
        (&["ICommand", "IAsyncCommand", "IRelayCommand"], "CanExecute"),
        (&["JsonConverter", "JsonConverterFactory"], "CanConvert"),
        (&["IOutputFormatter", "OutputFormatter", "TextOutputFormatter"], "CanWriteType"),
    ];
    let works = body.owner.as_ref().is_some_and(|owner| outline.at_work.contains(owner));
    let base = |bases: &&[&str]| bases.iter().any(|base| outline.marks.contains(*base));
    let command = || ASKED.iter().any(|(bases, name)| *name == body.name && base(bases));
    let asked = outline.grammar == Grammar::CSharp && command()
        || outline.grammar == Grammar::Java && body.asked_for && body.name == "supports";
    works && asked && body.what == Hollow::Constant
}

/// Weighs a method of Go by its type. One that does nothing may be what an interface asks for; where none of a type that
/// others can make does anything, and some are given what they ignore, the type is to come.
fn of_type(body: &HollowBody, outline: &Outline) -> Option<Weight> {
    // What a command of a program runs is no method.
    let owner = body.owner.as_ref().filter(|_| outline.grammar == Grammar::Go && !body.loose)?;
    if !is_idle(body.what) {
        return None;
    }
    let siblings = || outline.hollow.iter().filter(|h| h.owner.as_ref() == Some(owner) && is_idle(h.what));
    let rests = rests_or_stands_in(owner);
    let made = outline.exports().any(|s| s.name == *owner || s.name == "New" || s.name.starts_with("New"));
    let to_come = !outline.at_work.contains(owner) && !rests && made && siblings().any(|h| h.takes > 0);
    Some(match (to_come, siblings().count()) {
        (true, 2..) => Weight::Sure,
        (true, _) => Weight::Maybe,
        (false, _) => Weight::None,
    })
}

/// How much a body tells that its file is a stub.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    None,
    Maybe,
    Sure,
}

fn does_nothing(body: &HollowBody) -> bool {
    matches!(body.what, Hollow::Empty | Hollow::OnlyLogs)
}

fn is_idle(what: Hollow) -> bool {
    matches!(what, Hollow::Constant | Hollow::Empty | Hollow::OnlyLogs)
}

/// Weighs a method that the plan asks for by its name: it may be meant so, unless a comment says that it is to be done. Beside
/// methods that work one may say what its type is, or have nothing to end.
fn weigh_method(body: &HollowBody, works: bool) -> Weight {
    match body.what {
        Hollow::Constant if works && !body.marked && body.takes == 0 && tells_of_itself(&body.name) => {
            Weight::None
        }
        Hollow::Empty
            if works && !body.marked && body.takes == 0 && body.asked_for && may_rest(&body.name) =>
        {
            Weight::None
        }
        Hollow::Empty | Hollow::OnlyLogs | Hollow::Hinted if body.marked => Weight::Sure,
        Hollow::Constant if body.marked && body.takes > 0 => Weight::Sure,
        Hollow::HandsOn | Hollow::Bare | Hollow::DeadHandler => Weight::None,
        Hollow::Said
        | Hollow::Empty
        | Hollow::Constant
        | Hollow::OnlyLogs
        | Hollow::Prints
        | Hollow::Placeholder
        | Hollow::Static
        | Hollow::Answers
        | Hollow::Hinted
        | Hollow::ByChance
        | Hollow::Receipt
        | Hollow::Pretended
        | Hollow::Presumes
        | Hollow::LetsPass
        | Hollow::Dropped
        | Hollow::Echoes => Weight::Maybe,
    }
}

/// Tells whether a method is one of a type that is there to do nothing, which the plan asks for by that name: `NullStore`.
fn is_null_object(body: &HollowBody, promised: &[&str]) -> bool {
    let owner = body.owner.as_deref().filter(|owner| rests(owner) && promised.contains(owner));
    owner.is_some() && is_idle(body.what) && !body.marked
}

/// Tells whether a handler of Python's own server leaves out the line that it would write of each request: that takes an empty
/// body.
fn is_silenced(body: &HollowBody, outline: &Outline) -> bool {
    let logs = matches!(body.name.as_str(), "log_message" | "log_request" | "log_error");
    let server = || outline.marks.iter().any(|mark| mark.ends_with("RequestHandler"));
    outline.grammar == Grammar::Python
        && body.what == Hollow::Empty
        && body.owner.is_some()
        && !body.marked
        && logs
        && server()
}

/// Tells whether a file is by its name one that writes down what happens.
fn is_log(path: &RepoPath) -> bool {
    const LOGS: [&str; 9] =
        ["log", "logs", "logger", "logging", "debug", "trace", "console", "monitor", "report"];
    words_of(path.file_name()).iter().any(|word| LOGS.contains(&word.as_str()))
}

/// Tells whether a function only writes down what it hears of: `onDisconnect`, or what handles `ready` among other events.
fn takes_note(path: &RepoPath, body: &HollowBody) -> bool {
    const HANDLERS: [&str; 4] = ["events", "listeners", "handlers", "subscribers"];
    let folder = path.parent().is_some_and(|folder| HANDLERS.contains(&folder.file_name()));
    let stem = path.file_name().split('.').next().unwrap_or_default();
    let named = words_of(&body.name).first().is_some_and(|first| first == "on") && hears(&body.name);
    body.what == Hollow::OnlyLogs && body.takes > 0 && !body.marked && (named || folder && hears(stem))
}

/// A function that ignores what it is given does not do what was promised; one that is given nothing may be right to
/// do nothing, or to give back always the same.
fn weigh(body: &HollowBody, outline: &Outline, asked: bool, exported: bool, nothing_real: bool) -> Weight {
    let ignores = body.takes > 0;
    let method = body.owner.is_some();
    let rests = !ignores && may_rest(&body.name);
    match body.what {
        Hollow::Said | Hollow::DeadHandler => Weight::Sure,
        Hollow::Dropped => Weight::Maybe,
        // A constant may be right and still have something to be done about it.
        Hollow::Empty | Hollow::OnlyLogs if asked && body.marked => Weight::Sure,
        Hollow::Placeholder if asked || exported || nothing_real => Weight::Sure,
        // A tool for one person may know who that is.
        Hollow::Presumes | Hollow::LetsPass if asked || exported || nothing_real => Weight::Maybe,
        // Whoever asks for it may let everything through; what a file is promised for is more than that.
        Hollow::HandsOn if asked || exported || nothing_real => Weight::Sure,
        // What a migration changes may be told in words that are not known here.
        Hollow::Bare if outline.grammar.is_script() && (asked || exported) => Weight::Maybe,
        // Beside others that hold something, one may be meant to hold nothing.
        Hollow::Bare if nothing_real && all_bare(outline) => Weight::Sure,
        Hollow::Bare if asked || method => Weight::Maybe,
        Hollow::Hinted if asked && ignores => Weight::Sure,
        Hollow::Hinted => Weight::Maybe,
        Hollow::Static | Hollow::Prints | Hollow::ByChance if asked || exported || nothing_real => {
            Weight::Maybe
        }
        // Whoever is to do something with it and only writes it out has hardly done it.
        Hollow::Prints if method && ignores && does(&body.name) && !body.asked_for => Weight::Maybe,
        // What another type asks for may have no use for what it is given.
        Hollow::Echoes if asked || nothing_real => Weight::Maybe,
        Hollow::Receipt | Hollow::Pretended if asked || (exported || nothing_real) && !body.asked_for => {
            Weight::Maybe
        }
        // One handler of a route among others that work may well answer always the same.
        Hollow::Answers if body.name.is_empty() => {
            if outline.at_work.contains("") {
                Weight::None
            } else {
                Weight::Maybe
            }
        }
        Hollow::Answers if asked || exported && ignores || nothing_real => Weight::Maybe,
        Hollow::Empty | Hollow::Constant | Hollow::OnlyLogs => {
            let works = body.what == Hollow::Constant;
            let active = !works && !rests;
            let promised = asked || nothing_real && !rests;
            let sure = asked && ignores
                || nothing_real && ignores && !body.asked_for
                || asked && nothing_real && active
                || !promised && exported && ignores;
            let maybe = promised
                || exported && active
                || method && (ignores || active && (!body.asked_for || explicit(outline.grammar)));
            match (sure, maybe) {
                (true, _) => Weight::Sure,
                (false, true) => Weight::Maybe,
                (false, false) => Weight::None,
            }
        }
        Hollow::Placeholder
        | Hollow::Echoes
        | Hollow::Static
        | Hollow::Prints
        | Hollow::ByChance
        | Hollow::Receipt
        | Hollow::Pretended
        | Hollow::HandsOn
        | Hollow::Presumes
        | Hollow::LetsPass
        | Hollow::Bare
        | Hollow::Answers => Weight::None,
    }
}

/// Tells whether nothing that a file declares by a name of its own holds anything.
fn all_bare(outline: &Outline) -> bool {
    let bare = |name: &str| outline.hollow.iter().any(|h| h.what == Hollow::Bare && h.name == name);
    let of_types = |s: &&Symbol| s.owner.is_none() && s.kind == SymbolKind::Class;
    let ruby = outline.grammar == Grammar::Ruby;
    ruby || outline.symbols.iter().filter(of_types).all(|s| bare(&s.name))
}

/// Languages in which a function says itself that it overrides another; doing nothing is rarely the point there.
fn explicit(grammar: Grammar) -> bool {
    matches!(grammar, Grammar::Java | Grammar::CSharp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, text: &str) -> Vec<(u32, &'static str)> {
        stubs(&RepoPath::parse(name).unwrap(), text).into_iter().map(|s| (s.from, s.what)).collect()
    }

    #[test]
    fn bodies_that_are_to_come_are_found() {
        for (name, text, found) in [
            ("a.rs", "fn sum() -> u32 {\n    todo!()\n}\n", vec![(2, SAID)]),
            ("a.rs", "impl Drop for A {\n    fn drop(&mut self) {}\n}\n", vec![(2, EMPTY)]),
            ("a.py", "def total(cart):\n    pass\n", vec![(1, EMPTY)]),
            ("a.py", "class A:\n    def total(self):\n        raise NotImplementedError\n", vec![(3, SAID)]),
            ("a.py", "def total(cart):\n    return None\n", vec![(1, CONSTANT)]),
            ("a.ts", "export function total(cart: Cart): number { return 0; }\n", vec![(1, CONSTANT)]),
            ("a.tsx", "<button onClick={() => {}} />\n", vec![(1, "is a handler that does nothing")]),
            ("a.js", "function f() {\n  throw new Error('Not implemented yet');\n}\n", vec![(2, SAID)]),
            ("a.go", "func Total() int {\n\treturn 0\n}\n", vec![(1, CONSTANT)]),
            ("A.java", "class A {\n  void close() { }\n}\n", vec![(2, EMPTY)]),
            ("A.kt", "fun total(): Int = TODO()\n", vec![(1, SAID)]),
        ] {
            assert_eq!(lines(name, text), found, "{name}: {text}");
        }
    }

    #[test]
    fn a_type_of_go_of_which_no_method_does_anything_is_to_come() {
        let judged = |text: &str| {
            let path = RepoPath::parse("x/x.go").unwrap();
            let outline = crate::domain::syntax::outline(&path, text).unwrap();
            super::judged(&path, &outline, &["Store"])
        };
        let store = |name: &str, get: &str| {
            format!(
                "package x\ntype {name} struct{{ n int }}\nfunc New() *{name} {{ return &{name}{{}} }}\n\
                 func (s *{name}) Save(k string) error {{ return nil }}\n\
                 func (s *{name}) Get(k string) (string, error) {{ {get} }}\n"
            )
        };
        assert!(matches!(judged(&store("Store", "return \"\", nil")), Sure::Yes(_)));
        assert_eq!(judged(&store("Store", "return read(k)")), Sure::No);
        assert_eq!(judged(&store("NoopStore", "return \"\", nil")), Sure::No);
    }

    #[test]
    fn words_prove_nothing() {
        for (name, text) in [
            ("a.rs", "// todo!()\nlet s = \"todo!()\";\nfn todo_list() -> u32 { self.n }\n"),
            ("a.py", "s = 'raise NotImplementedError'\n# def f(): pass\ndef passes(x):\n    return x\n"),
            ("a.js", "if (x) { return null; }\nconst note = \"throw new Error('todo')\";\n"),
            ("a.ts", "function total(c) { return c.sum - c.discount; }\n"),
            ("a.md", "todo!() and raise NotImplementedError\n"),
        ] {
            assert_eq!(lines(name, text), [], "{name}: {text}");
        }
    }
}
