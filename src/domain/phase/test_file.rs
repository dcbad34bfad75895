//! Files of tests that hold none: tests that do nothing, that are all skipped, or that check nothing.

use super::code_text::Code;
use crate::domain::syntax::{Grammar, Outline, words_of};

/// What is wrong with a file of tests; `sure` says that nothing of it is a test.
pub(super) struct Idle {
    pub(super) sure: bool,
    pub(super) what: &'static str,
}

/// How words begin of which a test that checks anything holds one in a name: it asserts, expects, fails, asks for what must be
/// there, or compares with what was kept.
const CHECKS: [&str; 34] = [
    "assert", "expect", "should", "verif", "check", "raise", "throw", "panic", "error", "fail", "fatal",
    "equal", "snap", "must", "valid", "approv", "match", "contain", "unwrap", "reject", "refute", "ensure",
    "compar", "diff", "golden", "prop", "fuzz", "wait", "abort", "bench", "example", "visit", "requir",
    "exit",
];
/// The same, as whole words: what asks for something by a name fails where it is not there.
const ASKS: [&str; 16] = [
    "cy",
    "page",
    "ok",
    "has",
    "is",
    "are",
    "then",
    "given",
    "get",
    "find",
    "output",
    "story",
    "done",
    "eq",
    "tap",
    "it_behaves_like",
];
/// Tells what is wrong with a file of tests, where anything is. One test that is skipped among others is listed, and decides
/// nothing (SPEC 9.6).
pub(super) fn judge(code: &Code<'_>) -> Option<Idle> {
    let outline = code.outline.as_deref().filter(|o| o.intact)?;
    let trials = &outline.trials;
    let unsure = |what| Some(Idle { sure: false, what });
    let of_tests = crate::domain::wiring::is_test(code.path);
    let named = [".rs", "_test.go"].iter().any(|end| code.path.as_str().ends_with(end));
    if outline.left_out && of_tests && named {
        return unsure("the constraint at its head leaves it out of every build");
    }
    if trials.whole && of_tests {
        return unsure("every test in it is skipped, or may fail");
    }
    if trials.running > 0 {
        let empty = crate::domain::wiring::is_test(code.path) && !checks(code, outline);
        return empty.then_some(Idle { sure: false, what: "no test in it checks anything" });
    }
    if trials.starts {
        // As Spring's generator makes it it asks whether the application starts; of anything else that is no test.
        let stem = code.path.file_name().split('.').next().unwrap_or_default();
        let whole = ["Application", "Context"].iter().any(|what| stem.contains(what));
        return if whole { None } else { unsure("its only test asks whether the application starts") };
    }
    match (trials.idle, trials.skipped.len()) {
        _ if trials.failing > 0 => unsure("every test in it is one that holds where what it checks fails"),
        (0, 0) if of_tests && promises(code, outline) => {
            unsure("its name promises tests, and it holds none that is run")
        }
        (0, 0) => None,
        (_, 0) => Some(Idle { sure: true, what: "no test in it does anything" }),
        _ => Some(Idle { sure: false, what: "every test in it is skipped" }),
    }
}

/// Words in the names of files that serve tests and hold none.
const SERVE: [&str; 33] = [
    "helper",
    "helpers",
    "util",
    "utils",
    "common",
    "shared",
    "support",
    "setup",
    "fixture",
    "fixtures",
    "factory",
    "factories",
    "mock",
    "mocks",
    "fake",
    "fakes",
    "stub",
    "stubs",
    "base",
    "abstract",
    "export",
    "main",
    "mod",
    "lib",
    "data",
    "harness",
    "suite",
    "builder",
    "builders",
    "server",
    "client",
    "settings",
    "config",
];
/// Annotations and base types by which tests of Java and C# come from elsewhere, or are no methods.
const FROM_ELSEWHERE: [&str; 15] = [
    "Test",
    "ArchTest",
    "Property",
    "Suite",
    "RunWith",
    "TestFactory",
    "TestTemplate",
    "SelectClasses",
    "SelectPackages",
    "SelectClasspathResource",
    "IncludeEngines",
    "Scenario",
    "Benchmark",
    "State",
    "Binding",
];

/// Tells whether a file's name promises tests where its language finds them by their names or marks, and nothing in it may
/// bring in any from elsewhere.
fn promises(code: &Code<'_>, outline: &Outline) -> bool {
    let name = code.path.file_name();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words = words_of(stem);
    if outline.trials.taken || words.iter().any(|word| SERVE.contains(&word.as_str())) {
        return false;
    }
    let ends = |known: &[&str]| known.iter().any(|end| stem.ends_with(end) && stem.len() > end.len());
    let marked = || outline.marks.iter().any(|mark| FROM_ELSEWHERE.contains(&mark.as_str()));
    match outline.grammar {
        Grammar::Go => stem.ends_with("_test"),
        Grammar::Rust => {
            let of_crate = code.path.parent().is_some_and(|folder| folder.file_name() == "tests");
            (of_crate || ends(&["_test", "_tests"])) && !code.text.contains("test]")
        }
        Grammar::Java => {
            ends(&["Test", "Tests", "IT", "TestCase"])
                && !marked()
                && !code.text.contains("abstract class")
                && !code.text.contains("interface ")
        }
        Grammar::CSharp => {
            let of_type = |mark: &String| {
                ["Tests", "TestBase", "Base", "Spec", "Specs", "Contract"]
                    .iter()
                    .any(|end| mark.ends_with(end))
            };
            ends(&["Test", "Tests"])
                && !marked()
                && !outline.marks.iter().any(of_type)
                && !["abstract ", "partial ", "interface "].iter().any(|word| code.text.contains(word))
        }
        Grammar::Python => {
            let brought =
                outline.imports.iter().any(|i| i.all || i.names.iter().any(|n| n.local.starts_with("test_")));
            (stem.starts_with("test_") || stem.ends_with("_test") || stem == "tests") && !brought
        }
        Grammar::Ruby => ends(&["_spec", "_test"]) || stem.starts_with("test_"),
        // Runners of scripts let libraries bring words of their own; what checks nothing is no test by any of them.
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => {
            ends(&[".test", ".spec"]) && !checks(code, outline)
        }
    }
}

/// Tells whether a text holds a word by which something is checked; what it brings in checks nothing by that. The helper that
/// a test calls may check in another file, so that its absence is a sign and no more.
fn checks(code: &Code<'_>, outline: &Outline) -> bool {
    let mut bytes = code.alone().into_bytes();
    // Nor does what holds whatever the work does, or what is skipped.
    let trials = &outline.trials;
    let none = trials.truisms.iter().chain(&trials.skipped).cloned();
    for at in outline.imports.iter().map(|i| i.at.clone()).chain(none).flatten() {
        if let Some(byte) = bytes.get_mut(at) {
            *byte = b' ';
        }
    }
    let rest = String::from_utf8_lossy(&bytes);
    let names = rest.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|n| !n.is_empty());
    names
        .flat_map(words_of)
        .any(|word| CHECKS.iter().any(|begin| word.starts_with(begin)) || ASKS.contains(&word.as_str()))
}
