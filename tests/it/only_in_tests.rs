//! Files of Rust that a crate takes in for its tests alone: no build has them, and what they use is in use by tests alone
//! (SPEC 9.3).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::json;

use crate::desk::Desk;
use crate::wild_phases::{item, phase, verify};

const CARGO: &str = "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
const PAY: &str = "pub fn pay(x: u32) -> u32 {\n    x.saturating_mul(3)\n}\n";
const TILL: &str = "pub struct Till(u32);\n\nimpl Till {\n    pub fn take(&self, x: u32) -> u32 {\n        self.0.saturating_mul(x)\n    }\n}\n";
const SHOW: &str = "impl std::fmt::Display for crate::Price {\n    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {\n        write!(f, \"{}\", self.0)\n    }\n}\n";

/// What is tried, the files with the promised one first, and how that one stands.
type Case = (&'static str, Vec<(&'static str, String)>, &'static str);

/// How the promised file stands among these.
fn judged(files: &[(&str, &str)]) -> (String, String) {
    let must_haves = format!("must_haves:\n  artifacts:\n    - path: {}\n", files[0].0);
    let mut all = vec![("Cargo.toml", CARGO)];
    all.extend_from_slice(files);
    let scene = phase(&must_haves, "# Summary\n\nDone.\n", &all);
    let answer = verify(&Desk::at(scene.root()), json!({}));
    let found = item(&answer, "artifact");
    (found["status"].as_str().unwrap().to_owned(), found["reasons"].to_string())
}

#[test]
fn a_module_for_tests_alone_wires_nothing() {
    let uses = "pub fn buy(x: u32) -> u32 {\n    crate::pay::pay(x)\n}\n";
    let in_tests = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn pays() {\n        assert_eq!(super::pay::pay(1), 3);\n    }\n}\n";
    let lib = |head: &str| format!("{head}pub struct Price(pub u32);\n{in_tests}");
    let cases: Vec<Case> = vec![
        ("a module of every build", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\nmod buy;\n")), ("src/buy.rs", uses.into())], "verified"),
        ("the file itself", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("#[cfg(test)]\nmod pay;\n"))], "failed"),
        ("the file and its user", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("#[cfg(test)]\nmod pay;\n#[cfg(test)]\nmod buy;\n")), ("src/buy.rs", uses.into())], "failed"),
        ("its user", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(test)]\nmod buy;\n")), ("src/buy.rs", uses.into())], "failed"),
        ("its user, of tests with a feature", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(all(test, feature = \"a\"))]\nmod buy;\n")), ("src/buy.rs", uses.into())], "failed"),
        ("its user by its head", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\nmod buy;\n")), ("src/buy.rs", format!("#![cfg(test)]\n\n{uses}"))], "failed"),
        ("its user by a path", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(test)]\n#[path = \"shop_buy.rs\"]\nmod buy;\n")), ("src/shop_buy.rs", uses.into())], "failed"),
        ("its user within such a module", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(test)]\nmod helpers;\n")), ("src/helpers.rs", "pub mod buy;\n".into()), ("src/helpers/buy.rs", uses.into())], "failed"),
        ("one whose methods are called alike", vec![("src/till.rs", TILL.into()), ("src/lib.rs", lib("#[cfg(test)]\nmod till;\nmod other;\n")), ("src/other.rs", "pub fn other(o: Option<u32>) -> Option<u32> {\n    let mut o = o;\n    o.take()\n}\n".into())], "failed"),
        ("one that implements what others call", vec![("src/show.rs", SHOW.into()), ("src/lib.rs", lib("#[cfg(test)]\nmod show;\n"))], "failed"),
        ("the same in every build", vec![("src/show.rs", SHOW.into()), ("src/lib.rs", lib("mod show;\n"))], "uncertain"),
        ("tests or a feature", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(any(test, feature = \"a\"))]\nmod buy;\n")), ("src/buy.rs", uses.into())], "verified"),
        ("every build but tests", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(not(test))]\nmod buy;\n")), ("src/buy.rs", uses.into())], "verified"),
        ("tests of the library, and the program", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(test)]\nmod buy;\n")), ("src/main.rs", "mod pay;\nmod buy;\nfn main() {\n    println!(\"{}\", buy::buy(2));\n}\n".into()), ("src/buy.rs", uses.into())], "verified"),
        ("its user by a macro", vec![("src/pay.rs", "macro_rules! pay {\n    ($x:expr) => {\n        $x * 3\n    };\n}\npub(crate) use pay;\n".into()), ("src/lib.rs", "mod pay;\n#[cfg(test)]\nmod buy;\n".into()), ("src/buy.rs", "use crate::pay::pay;\n\npub fn buy(x: u32) -> u32 {\n    pay!(x)\n}\n".into())], "failed"),
        ("its user within a module that is written out", vec![("src/pay.rs", PAY.into()), ("src/lib.rs", lib("mod pay;\n#[cfg(test)]\nmod helpers {\n    mod buy;\n}\n")), ("src/helpers/buy.rs", uses.into())], "failed"),
        ("the file itself by its head", vec![("src/pay.rs", format!("#![cfg(test)]\n{PAY}")), ("src/lib.rs", lib("mod pay;\nmod buy;\n")), ("src/buy.rs", "pub fn buy(x: u32) -> u32 {\n    x + 1\n}\n".into())], "failed"),
        ("tests that are run", vec![("src/pay_checks.rs", "#[test]\nfn pays() {\n    assert_eq!(crate::pay::pay(1), 3);\n}\n".into()), ("src/pay.rs", PAY.into()), ("src/lib.rs", "mod pay;\n#[cfg(test)]\nmod pay_checks;\n".into())], "verified"),
    ];
    let mut wrong = Vec::new();
    for (name, files, status) in &cases {
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let (found, why) = judged(&files);
        if found != *status {
            wrong.push(format!("{name}: {found} and not {status}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
