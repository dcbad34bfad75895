//! `countersign export` as tools and people use it: the real binary on a real repository, every form read back by a
//! reader that is not the writer.

#![allow(clippy::unwrap_used, clippy::panic, reason = "an export that cannot be read fails its test")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;

use countersign::app::visibly::unveil;
use expect_test::expect_file;
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use regex::Regex;
use serde_json::{Value, json};

use crate::cli::{code, out, run_with};
use crate::desk::Desk;
use crate::git_cli::git;
use crate::lost;
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

const FORMATS: [&str; 7] = ["sarif", "rdjson", "github", "junit", "json", "markdown", "html"];

fn export(dir: &Path, arguments: &[&str]) -> Output {
    let all: Vec<&str> = std::iter::once("export").chain(arguments.iter().copied()).collect();
    run_with(dir, &all, b"")
}

/// Exports what must be there as a whole.
fn exported(dir: &Path, arguments: &[&str]) -> String {
    let output = export(dir, arguments);
    assert_eq!(code(&output), 0, "{arguments:?}: {}", told(&output));
    out(&output)
}

/// What was said beside the document.
fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json_of(dir: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&exported(dir, &[arguments, &["--format", "json"]].concat())).unwrap()
}

/// The plan's first task with one finding of each standing, a change that was approved, and one that nobody answered.
fn benign() -> Scene {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "protocol": "countersign" }));
    let first = desk.answer(
        &opened,
        json!([
            {
                "severity": "critical", "stage": "spec", "category": "correctness",
                "title": "The discount is ignored", "description": "`total` returns the plain sum.",
                "locations": [{ "file": "src/cart.js", "line": 6 }], "requirement": "CART-01",
                "suggestion": "Subtract the discount.", "why": "Customers pay too much.",
                "fix_patch": "--- a/src/cart.js\n+++ b/src/cart.js\n@@ -6 +6 @@\n-  return sum;\n+  return sum - sum * discount / 100;\n",
            },
            { "severity": "low", "stage": "quality", "title": "The sum has no unit" },
            {
                "severity": "medium", "stage": "quality", "title": "A missing price is taken for zero",
                "locations": [{ "file": "src/cart.js", "line": 3, "end_line": 5 }],
                "suggestion": "Refuse an item without a price.",
            },
        ]),
    );
    plan_scene::fix_discount(&scene);
    let responded = desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": first["next"]["turn"], "responses": [
            { "finding_id": "F1", "response": "fixed", "details": "The discount is subtracted in percent." },
            { "finding_id": "F2", "response": "rejected", "reason_kind": "misread_requirement",
              "reason": "CART-01 asks for a plain number, which the checkout formats; a unit in `total` would be printed twice." },
        ] }),
    );
    assert!(responded["next"].is_object(), "{responded:#}");
    let again = desk.again(&opened);
    desk.ok(
        "record_findings",
        json!({
            "loop_id": opened["loop_id"], "countersign": again["countersign"], "verdict": "changes_requested",
            "reviewer": "the reviewer",
            "findings": [
                { "id": "F3", "severity": "medium", "stage": "quality", "title": "A missing price is taken for zero",
                  "locations": [{ "file": "src/cart.js", "line": 3, "end_line": 5 }],
                  "suggestion": "Refuse an item without a price." },
                { "severity": "high", "stage": "quality", "title": "A discount above 100 makes the total negative",
                  "locations": [{ "file": "src/cart.js", "line": 6 }, { "file": "src/cart.js", "line": 1 }],
                  "why": "Only the fix made it so.", "suggestion": "Bound the discount." },
            ],
            "resolved": [{ "id": "F1", "reason": "The discount is subtracted now." }],
            "rulings": [{ "finding_id": "F2", "ruling": "accepted", "reason": "The requirement says so." }],
        }),
    );
    scene.commit("feat: show the cart", &[("src/show.js", "export const show = (t) => `${t}`;\n")]);
    let change = |id: &str, title: &str| {
        desk.review(json!({
            "id": id, "title": title, "criteria": "It is shown.", "base": "HEAD~1", "protocol": "countersign",
        }))
    };
    desk.approve(&change("SHOW-1", "Show the cart"));
    change("SHOW-2", "Show it again");
    scene
}

/// Replaces what differs from run to run.
fn stable(text: &str, scene: &Scene) -> String {
    let text = text.replace(&scene.root().display().to_string(), "<repository>");
    let version = env!("CARGO_PKG_VERSION").replace('.', "\\.");
    let version = format!("(?i)(countersign\"?:? |semanticVersion\": )(\"?){version}");
    [
        (r"rl-[a-z0-9]{8}", "rl-<loop>"),
        (r#""(opened_at|last_at)": \d+"#, "\"$1\": 0"),
        (version.as_str(), "$1$2<version>"),
    ]
    .iter()
    .fold(text, |text, (pattern, by)| Regex::new(pattern).unwrap().replace_all(&text, *by).into_owned())
}

#[test]
fn each_form_is_as_it_was() {
    let scene = benign();
    for (format, ending) in FORMATS.iter().zip(["sarif", "rdjson", "github", "xml", "json", "md", "html"]) {
        let text = stable(&exported(scene.root(), &["--format", format, "--all"]), &scene);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/export/findings.{ending}"));
        expect_file![path].assert_eq(&text);
        let again = exported(scene.root(), &["--format", format, "--all"]);
        assert_eq!(stable(&again, &scene), text, "{format}: the same store gives the same bytes");
    }
}

#[test]
fn what_is_resolved_is_told_where_it_is_asked_for() {
    let scene = benign();
    let open = json_of(scene.root(), &[]);
    assert_eq!((&open["open"], &open["blocking"], &open["resolved"]), (&json!(2), &json!(1), &json!(0)));
    let ids = |export: &Value| -> Vec<String> {
        let all = export["loops"].as_array().unwrap().iter().flat_map(|l| l["findings"].as_array().unwrap());
        all.map(|f| f["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&open), ["F4", "F3"], "what blocks comes first");
    let all = json_of(scene.root(), &["--all"]);
    assert_eq!(all["resolved"], 2);
    assert_eq!(ids(&all), ["F4", "F3", "F1", "F2"]);
    assert_eq!(all["loops"][0]["findings"][3]["ruling"], "accepted");
    // The default form is this one.
    assert_eq!(serde_json::from_str::<Value>(&exported(scene.root(), &["--all"])).unwrap(), all);
}

#[test]
fn a_loop_and_a_phase_are_told_alone() {
    let scene = benign();
    let all = json_of(scene.root(), &[]);
    let subjects = |export: &Value| -> Vec<String> {
        let loops = export["loops"].as_array().unwrap().iter();
        loops.map(|l| l["subject"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(subjects(&all), ["01-01 Task 1", "SHOW-1", "SHOW-2"]);
    let phase = json_of(scene.root(), &["--phase", "1"]);
    assert_eq!(
        (subjects(&phase), &phase["scope"]),
        (vec!["01-01 Task 1".to_owned()], &json!("phase 01-cart"))
    );
    let id = all["loops"][1]["id"].as_str().unwrap();
    assert_eq!(subjects(&json_of(scene.root(), &[id])), ["SHOW-1"]);

    for (arguments, exit, words) in [
        (&["rl-nothing1"][..], 66, "no loop"),
        (&["--phase", "7"], 66, "no phase"),
        (&[id, "--phase", "1"], 64, "cannot be used with"),
        (&["--format", "pdf"], 64, "invalid value"),
    ] {
        let output = export(scene.root(), arguments);
        assert_eq!((code(&output), out(&output).as_str()), (exit, ""), "{arguments:?}: {}", told(&output));
        assert!(told(&output).contains(words), "{arguments:?}: {}", told(&output));
    }
}

#[test]
fn only_loops_of_this_branch_speak() {
    let scene = benign();
    let head = scene.open().head().unwrap();
    // Its commits are on the new branch as well; the old one is checked out nowhere, so what is open comes along.
    scene.branch("other", &head);
    scene.switch("other");
    let there = json_of(scene.root(), &[]);
    let subjects: Vec<&str> =
        there["loops"].as_array().unwrap().iter().map(|l| l["subject"].as_str().unwrap()).collect();
    assert_eq!(subjects, ["01-01 Task 1", "SHOW-2"], "what ended on main is main's");
}

#[test]
fn a_loop_that_was_given_up_for_another_is_told_by_that() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "protocol": "countersign" }));
    let first = desk.answer(&opened, json!([{ "severity": "critical", "stage": "quality", "title": "Left over",
        "locations": [{ "file": "src/cart.js", "line": 6 }], "suggestion": "mend it", "why": "it is wrong" }]));
    desk.in_person(json!({ "loop_id": opened["loop_id"], "turn": first["next"]["turn"], "choice": "abandon",
        "reason": "begun anew", "decided_by": "the user" }));
    let given_up = json_of(scene.root(), &[]);
    assert_eq!(given_up["loops"][0]["outcome"], "abandoned", "nothing took its place yet");
    assert_eq!(given_up["blocking"], 1);
    plan_scene::fix_discount(&scene);
    let anew = desk.review(json!({ "plan": PLAN, "task": "1", "protocol": "countersign" }));
    assert_ne!(anew["loop_id"], opened["loop_id"]);
    let told = json_of(scene.root(), &[]);
    let ids: Vec<&Value> = told["loops"].as_array().unwrap().iter().map(|l| &l["id"]).collect();
    assert_eq!(ids, [&anew["loop_id"]], "{told:#}");
    assert_eq!(told["blocking"], 1, "what was open is carried on, once");
}

#[test]
fn an_empty_repository_has_an_empty_document_in_every_form() {
    let scene = Scene::new();
    scene.commit("one", &[("a.txt", "a\n")]);
    for format in FORMATS {
        let output = export(scene.root(), &["--format", format]);
        assert_eq!(code(&output), 0, "{format}");
        assert!(told(&output).contains("no loop was opened in this repository yet"), "{}", told(&output));
        let text = out(&output);
        match format {
            "sarif" => assert_eq!(parsed(&text)["runs"][0]["results"], json!([])),
            "rdjson" => assert_eq!(parsed(&text)["diagnostics"], json!([])),
            "json" => assert_eq!(parsed(&text)["loops"], json!([])),
            "github" => assert_eq!(text, ""),
            "junit" => assert_eq!(Node::read(&text).attributes["tests"], "0"),
            "markdown" => assert!(text.contains("0 findings open in 0 loops"), "{text}"),
            _ => assert!(Node::read(&text).count("main") == 1, "{text}"),
        }
    }
    let none = tempfile::tempdir().unwrap();
    let output = export(none.path(), &[]);
    assert_eq!((code(&output), out(&output).as_str()), (69, ""));
    assert!(told(&output).contains("git init"), "{}", told(&output));
}

/// A clone of what is committed: it has no store.
fn cloned(scene: &Scene) -> std::path::PathBuf {
    let to = scene.beside("clone");
    let source = format!("file://{}", scene.root().display());
    git(scene.root(), &["clone", "-q", &source, &to.to_string_lossy()]).unwrap();
    to
}

/// What reviews found is not told in a clone, and no form of it looks as if there were nothing.
#[test]
fn a_clone_with_reports_alone_says_what_it_does_not_tell() {
    let scene = benign();
    git(scene.root(), &["add", "-f", ".countersign/reviews"]).unwrap();
    git(scene.root(), &["commit", "-q", "-m", "docs: reports"]).unwrap();
    let clone = cloned(&scene);
    let words = "this clone has no store: the findings of 2 committed reports, .countersign/reviews/01-01-T1.md, \
                 .countersign/reviews/SHOW-1.md, are not told here; export where the reviews ran";
    for format in FORMATS {
        let output = export(&clone, &["--format", format]);
        assert_eq!(code(&output), 1, "{format}: {}", told(&output));
        assert!(told(&output).contains(&format!("left out: {words}")), "{format}: {}", told(&output));
        let text = out(&output);
        match format {
            "rdjson" => assert_eq!(parsed(&text)["diagnostics"], json!([])),
            "sarif" => {
                let invocation = &parsed(&text)["runs"][0]["invocations"][0];
                assert_eq!(invocation["executionSuccessful"], false);
            }
            "json" => {
                let remark = &parsed(&text)["remarks"][0];
                assert_eq!(remark["code"], "loop_unreadable");
                assert!(remark["message"].as_str().unwrap().starts_with(words), "{remark}");
            }
            "github" => assert!(text.starts_with("::error title="), "{text}"),
            "junit" => {
                let page = Node::read(&text);
                let counted = (page.attributes["tests"].as_str(), page.attributes["errors"].as_str());
                assert_eq!(counted, ("1", "1"), "{text}");
            }
            _ => assert!(text.contains("this clone has no store"), "{format}: {text}"),
        }
    }
    let phase = export(&clone, &["--phase", "1"]);
    assert_eq!(code(&phase), 1, "{}", told(&phase));
    assert!(
        told(&phase).contains("of 1 committed report, .countersign/reviews/01-01-T1.md,"),
        "{}",
        told(&phase)
    );
    let one = export(&clone, &["rl-nothing1"]);
    assert_eq!(code(&one), 66);
    assert!(told(&one).contains("only committed reports"), "{}", told(&one));

    // One that somebody altered counts for nothing, and is told all the same.
    let report = clone.join(".countersign/reviews/SHOW-1.md");
    let altered = std::fs::read_to_string(&report).unwrap().replacen("SHOW-1", "SHOW-9", 1);
    std::fs::write(&report, altered).unwrap();
    git(&clone, &["commit", "-q", "-a", "-m", "docs: altered"]).unwrap();
    let output = export(&clone, &[]);
    assert_eq!(code(&output), 1);
    assert!(told(&output).contains("of 1 committed report,"), "{}", told(&output));
    assert!(
        told(&output).contains("claims nothing that counts: .countersign/reviews/SHOW-1.md"),
        "{}",
        told(&output)
    );
}

/// A loop that cannot be read is named where the form has a place for it, and the exit code tells.
#[test]
fn a_damaged_loop_is_named_and_the_others_are_told() {
    let scene = benign();
    let all = json_of(scene.root(), &[]);
    let hurt = all["loops"][0]["id"].as_str().unwrap();
    lost::damage(&scene, hurt, 2);
    for format in FORMATS {
        let output = export(scene.root(), &["--format", format]);
        assert_eq!(code(&output), 1, "{format}: {}", told(&output));
        assert!(told(&output).contains(&format!("left out: {hurt}")), "{format}: {}", told(&output));
        let text = out(&output);
        match format {
            // It has a place for findings alone.
            "rdjson" => assert_eq!(parsed(&text)["diagnostics"], json!([])),
            "sarif" => {
                let invocation = &parsed(&text)["runs"][0]["invocations"][0];
                assert_eq!(invocation["executionSuccessful"], false);
                let notification = &invocation["toolExecutionNotifications"][0];
                assert_eq!(notification["level"], "error");
                assert!(notification["message"]["text"].as_str().unwrap().contains(hurt), "{invocation:#}");
            }
            "json" => {
                let remark = &parsed(&text)["remarks"][0];
                assert_eq!(remark["code"], "loop_unreadable");
                assert!(remark["message"].as_str().unwrap().contains(hurt), "{remark}");
                assert_eq!(parsed(&text)["loops"].as_array().unwrap().len(), 2, "the others are there");
            }
            "github" => assert!(text.starts_with("::error title=A review cannot be read::rl-"), "{text}"),
            "junit" => {
                let page = Node::read(&text);
                assert_eq!(page.attributes["errors"], "2", "this one and the open one: {text}");
                assert!(text.contains(&format!("message=\"{hurt}")), "{text}");
            }
            _ => assert!(text.contains(hurt) && text.contains("cannot be read"), "{format}: {text}"),
        }
    }
    let alone = export(scene.root(), &[hurt]);
    assert!(code(&alone) >= 64 && out(&alone).is_empty(), "{}", told(&alone));
    assert!(told(&alone).contains(hurt), "{}", told(&alone));
}

#[test]
fn nothing_in_junit_is_green_that_is_not() {
    let scene = benign();
    let page = Node::read(&exported(scene.root(), &["--format", "junit"]));
    let mut seen: Vec<(String, String)> = Vec::new();
    page.each(&mut |node| {
        if node.name == "testcase" {
            let how = node.children.iter().map(|c| c.name.as_str()).find(|n| *n != "system-out");
            seen.push((node.attributes["name"].clone(), how.unwrap_or("passed").to_owned()));
        }
    });
    let seen: Vec<(&str, &str)> = seen.iter().map(|(name, how)| (name.as_str(), how.as_str())).collect();
    assert_eq!(
        seen,
        [
            ("review: open", "error"),
            ("F4: A discount above 100 makes the total negative", "failure"),
            ("F3: A missing price is taken for zero", "skipped"),
            ("review: approved, no open findings", "passed"),
            ("review: open", "error"),
        ]
    );
    let mut covers = Vec::new();
    page.each(&mut |node| {
        if node.name == "property" && node.attributes["name"] == "covers" {
            covers.push(node.attributes["value"].clone());
        }
    });
    assert_eq!(covers.len(), page.count("testsuite"), "each suite says of what it tells: {covers:?}");
    let all = json_of(scene.root(), &[]);
    let head = &all["loops"][1]["head"].as_str().unwrap()[..8];
    let words =
        format!("what pass 1 looked at, {head}; `countersign gate` tells whether that is what is here");
    assert_eq!(covers[1], words);
    let help = out(&export(scene.root(), &["--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("each suite says what it covers, and `countersign gate` whether that is what is here")
    );
    let counted = |key: &str| page.attributes[key].as_str();
    assert_eq!(
        (counted("tests"), counted("failures"), counted("errors"), counted("skipped")),
        ("5", "1", "2", "1")
    );
}

#[test]
fn a_file_is_written_whole_inside_the_repository_and_nowhere_else() {
    let scene = benign();
    let text = exported(scene.root(), &["--format", "sarif"]);
    let held = |path: &str| std::fs::read_to_string(scene.root().join(path)).unwrap();
    assert_eq!(exported(scene.root(), &["--format", "sarif", "--output", "out/findings.sarif"]), "");
    assert_eq!(held("out/findings.sarif"), text);
    // As users know it of `-o`: from the folder they stand in, and what is there is replaced.
    scene.write("out/findings.md", "mine\n");
    exported(&scene.root().join("out"), &["--format", "markdown", "-o", "./findings.md"]);
    assert!(held("out/findings.md").starts_with("# Review findings"));
    exported(&scene.root().join("out"), &["--format", "markdown", "-o", "../top.md"]);
    assert_eq!(held("top.md"), held("out/findings.md"));

    let outside = scene.beside("outside.json");
    std::os::unix::fs::symlink(&outside, scene.root().join("link.json")).unwrap();
    let outside_shown = outside.display().to_string();
    for path in [outside_shown.as_str(), "../outside.json", "link.json"] {
        let output = export(scene.root(), &["--output", path]);
        assert_eq!((code(&output), out(&output).as_str()), (64, ""), "{path}: {}", told(&output));
        assert!(told(&output).contains("redirect standard output"), "{path}: {}", told(&output));
    }
    for path in [".git/config", ".git /config", ".g\u{200c}it/config", "out/git~1"] {
        let output = export(scene.root(), &["--output", path]);
        assert_eq!(code(&output), 64, "{path}: {}", told(&output));
        assert!(told(&output).contains("git's own"), "{path}: {}", told(&output));
    }
    assert!(!outside.exists());
    assert_eq!(
        exported(scene.root(), &["--format", "sarif", "-o", "-"]),
        text,
        "standard output, as users know it"
    );
    assert!(!scene.root().join("-").exists());
}

#[test]
fn what_is_no_file_to_be_written_is_refused_in_words() {
    let scene = benign();
    std::os::unix::fs::symlink("nowhere", scene.root().join("dangling")).unwrap();
    let report = ".countersign/reviews/SHOW-1.md";
    std::os::unix::fs::symlink(report, scene.root().join("linked.md")).unwrap();
    let before = std::fs::read(scene.root().join(report)).unwrap();
    for (path, words) in [
        (".", "names a folder"),
        ("", "names a folder"),
        ("src", "names a folder"),
        ("src/..", "names a folder"),
        ("new/", "names a folder"),
        ("src/cart.js/findings.json", "src/cart.js is no folder"),
        ("src/cart.js/deep/findings.json", "src/cart.js is no folder"),
        ("dangling/findings.json", "dangling is no folder"),
        (report, "a report of Countersign's own"),
        ("linked.md", "a report of Countersign's own"),
    ] {
        let output = export(scene.root(), &["--output", path]);
        let said = told(&output);
        assert_eq!((code(&output), out(&output).as_str()), (64, ""), "{path}: {said}");
        assert!(said.contains(words) && said.contains("FILE"), "{path}: {said}");
        assert!(!said.contains("os error"), "{path}: {said}");
    }
    assert_eq!(std::fs::read(scene.root().join(report)).unwrap(), before);
    assert!(!scene.root().join("new").exists());
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// An element of XML as a reader that knows nothing of us sees it.
#[derive(Debug, Default)]
struct Node {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
    children: Vec<Node>,
}

impl Node {
    fn read(text: &str) -> Node {
        let mut reader = Reader::from_str(text);
        let mut open = vec![Node::default()];
        let begun = |start: &quick_xml::events::BytesStart<'_>| {
            let attributes = start.attributes().map(|a| {
                let a = a.unwrap_or_else(|e| panic!("{e}"));
                let value = quick_xml::escape::unescape(&a.value).unwrap().into_owned();
                (a.key.as_ref().to_owned(), value)
            });
            Node {
                name: start.name().as_ref().to_owned(),
                attributes: attributes.collect(),
                ..Node::default()
            }
        };
        loop {
            match reader
                .read_event()
                .unwrap_or_else(|e| panic!("{e} at {} in {text}", reader.error_position()))
            {
                Event::Start(start) => open.push(begun(&start)),
                Event::Empty(start) => open.last_mut().unwrap().children.push(begun(&start)),
                Event::End(_) => {
                    let done = open.pop().unwrap();
                    open.last_mut().unwrap().children.push(done);
                }
                Event::Text(said) => open.last_mut().unwrap().text.push_str(&said),
                Event::GeneralRef(named) => {
                    let whole = format!("&{};", &*named);
                    open.last_mut().unwrap().text.push_str(&quick_xml::escape::unescape(&whole).unwrap());
                }
                Event::Eof => break,
                Event::Decl(_) | Event::DocType(_) => {}
                other @ (Event::CData(_) | Event::Comment(_) | Event::PI(_)) => {
                    panic!("{other:?} has no place here")
                }
            }
        }
        assert_eq!(open.len(), 1, "every element is closed");
        let mut roots = open.pop().unwrap().children;
        assert_eq!(roots.len(), 1, "one root");
        roots.pop().unwrap()
    }

    fn each(&self, look: &mut impl FnMut(&Node)) {
        look(self);
        self.children.iter().for_each(|child| child.each(look));
    }

    fn count(&self, name: &str) -> usize {
        let mut n = 0;
        self.each(&mut |node| n += usize::from(node.name == name));
        n
    }

    /// How many elements of each name there are.
    fn shape(&self) -> BTreeMap<String, usize> {
        let mut shape = BTreeMap::new();
        self.each(&mut |node| *shape.entry(node.name.clone()).or_default() += 1);
        shape
    }

    /// Every text and every attribute's value, as they were before anything was written out.
    fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        self.each(&mut |node| {
            texts.push(unveil(&node.text));
            texts.extend(node.attributes.values().map(|value| unveil(value)));
        });
        texts
    }
}

/// What somebody says in a finding, and where he says it.
struct Said {
    branch: &'static str,
    id: &'static str,
    title: &'static str,
    text: &'static str,
    file: &'static str,
    patch: &'static str,
}

const PLAIN: Said = Said {
    branch: "work",
    id: "T-1",
    title: "A title",
    text: "A text of one line",
    file: "src/a.js",
    patch: "-a\n+b\n",
};

/// What ever broke a form that others read.
const HOSTILE: Said = Said {
    branch: "wo/<b>&\"'rk`,%0A\u{202e}é",
    id: "T<1>&\"x\"|`y`",
    title: "<script>alert(1)</script> ]]> \"q\" 'a' `c` | # [l](http://x.invalid) ::error file=x::y %0A {0} {{ \u{202e}evil\u{202c} \u{1b}[31m \u{fffe} \\u{41}",
    text: "one\n::error file=a.js,line=1::forged\n##[error]forged\n\n# heading\n\n```\n</pre></dd></article><script>x</script>\n| a | b |\n- item\n]]></failure></testcase><testcase name=\"forged\"/>\n<!-- &amp; &lt; %25 \u{200b}\u{feff}\u{0007}\u{2028} [x](1) {1} \u{ffff}",
    file: "src/a b#%20<i>&\"',:[x]é\u{202e}.js",
    patch: "-a\n+```\n+</pre>\u{1b}[0m\n",
};

/// A change with a finding that says this in every field, a second one without a place, a third one outside.
fn scene_of(said: &Said) -> Scene {
    let scene = Scene::new();
    let base = scene.commit("one", &[("a.js", "1\n")]);
    scene.branch(said.branch, &base);
    scene.switch(said.branch);
    scene.commit("two", &[("src/a.js", "2\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({
        "id": said.id, "title": said.title, "criteria": "c", "base": "HEAD~1", "protocol": "countersign",
    }));
    let finding = |severity: &str, file: Option<&str>| {
        json!({
            "severity": severity, "stage": "quality", "category": said.title.get(..60).unwrap_or(said.title),
            "title": said.title, "description": said.text, "suggestion": said.text, "why": said.text,
            "requirement": said.title, "fix_patch": said.patch, "closed_when": null,
            "locations": file.map(|file| json!([{ "file": file, "line": 1 }])).unwrap_or(json!([])),
        })
    };
    desk.ok(
        "record_findings",
        json!({
            "loop_id": opened["loop_id"], "countersign": opened["countersign"], "verdict": "changes_requested",
            "reviewer": said.title.get(..100).unwrap_or(said.title),
            "findings": [finding("critical", Some(said.file)), finding("medium", None), finding("low", Some("../out.js"))],
        }),
    );
    scene
}

/// Returns the first loop of an export as our own form has it, and its findings.
fn own(scene: &Scene) -> (Value, Vec<Value>) {
    let export = json_of(scene.root(), &[]);
    let findings = export["loops"][0]["findings"].as_array().unwrap().clone();
    (export, findings)
}

#[test]
fn hostile_texts_come_back_from_json() {
    let scene = scene_of(&HOSTILE);
    let raw = exported(scene.root(), &[]);
    assert!(raw.chars().all(|c| c == '\n' || !c.is_control()), "nothing acts on who looks at it");
    assert!(!raw.contains('\u{202e}') && !raw.contains('\u{feff}'));
    let (export, findings) = own(&scene);
    assert_eq!(findings.len(), 3);
    assert_eq!(export["branch"], HOSTILE.branch);
    assert_eq!(export["loops"][0]["subject"], HOSTILE.id);
    for finding in &findings {
        assert_eq!(finding["title"], HOSTILE.title);
        for field in ["description", "suggestion", "why"] {
            assert_eq!(finding[field], HOSTILE.text, "{field}");
        }
    }
    assert_eq!(findings[0]["locations"][0]["path"], HOSTILE.file);
    assert_eq!(findings[2]["locations"][0], json!({ "path": "../out.js", "line": 1, "outside": true }));
}

#[test]
fn hostile_texts_come_back_from_sarif() {
    let scene = scene_of(&HOSTILE);
    let (_, findings) = own(&scene);
    let raw = exported(scene.root(), &["--format", "sarif"]);
    assert!(raw.chars().all(|c| c == '\n' || !c.is_control()));
    let log = parsed(&raw);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), findings.len(), "none is dropped");
    let link = Regex::new(r"[^\\]\]\(").unwrap();
    for (result, finding) in results.iter().zip(&findings) {
        let text = result["message"]["text"].as_str().unwrap();
        // No placeholder and no link is left: every brace is doubled, every bracket escaped.
        assert!(!text.replace("{{", "").replace("}}", "").contains(['{', '}']), "{text}");
        assert!(!link.is_match(text), "{text}");
        let read = text.replace("\\[", "[").replace("\\]", "]").replace("{{", "{").replace("}}", "}");
        let read = unveil(&read);
        assert!(read.starts_with(&format!("{}\n\n{}\n\nWhy: ", HOSTILE.title, HOSTILE.text)), "{read}");
        assert_eq!(
            result["properties"]["description"], finding["description"],
            "properties hold it as it is"
        );
        let rule =
            run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize]["id"].clone();
        assert_eq!(result["ruleId"], rule);
    }
    let uri = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(Regex::new(r"^([A-Za-z0-9\-._~!$&'()*+,;=@/]|%[0-9A-F]{2})+$").unwrap().is_match(uri), "{uri}");
    assert_eq!(percent_decoded(uri), HOSTILE.file);
    assert_eq!(results[1].get("locations"), None, "no place was named");
    assert_eq!(results[2].get("locations"), None, "and this one is not in the sources");
    assert!(results[2]["message"]["text"].as_str().unwrap().contains("../out.js"), "it is said");
    let prints: std::collections::BTreeSet<String> =
        results.iter().map(|r| r["partialFingerprints"]["countersign/v1"].to_string()).collect();
    assert_eq!(prints.len(), 3, "each finding is known by itself");
}

fn percent_decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((first, behind)) = rest.split_first() {
        if *first == b'%' {
            let hex = std::str::from_utf8(&behind[..2]).unwrap();
            bytes.push(u8::from_str_radix(hex, 16).unwrap());
            rest = &behind[2..];
        } else {
            bytes.push(*first);
            rest = behind;
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn hostile_texts_come_back_from_rdjson() {
    let scene = scene_of(&HOSTILE);
    let result = parsed(&exported(scene.root(), &["--format", "rdjson"]));
    let all = result["diagnostics"].as_array().unwrap();
    assert_eq!((all.len(), &result["severity"]), (3, &json!("ERROR")));
    for one in all {
        assert!(
            unveil(one["message"].as_str().unwrap())
                .starts_with(&format!("{}\n\n{}", HOSTILE.title, HOSTILE.text))
        );
        assert!(
            unveil(one["original_output"].as_str().unwrap()).contains(HOSTILE.patch.trim_end()),
            "{one:#}"
        );
    }
    assert_eq!(all[0]["location"], json!({ "path": HOSTILE.file, "range": { "start": { "line": 1 } } }));
    for (at, words) in
        [(1, "The reviewer named no place"), (2, "The reviewer named ../out.js:1, which is not")]
    {
        assert_eq!(all[at]["location"], json!({ "path": "src/a.js" }), "the change's first file");
        let message = all[at]["message"].as_str().unwrap();
        assert!(message.contains(words) && message.contains("shown at src/a.js in its stead"), "{message}");
    }
}

#[test]
fn hostile_texts_come_back_from_workflow_commands() {
    let scene = scene_of(&HOSTILE);
    let text = exported(scene.root(), &["--format", "github"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "a line each: {text}");
    // As the runner takes a line apart: the command up to the next two colons, its properties at commas.
    let decoded = |text: &str| {
        let text = text.replace("%3A", ":").replace("%2C", ",").replace("%0A", "\n").replace("%0D", "\r");
        unveil(&text.replace("%25", "%"))
    };
    for (line, name) in lines.iter().zip(["error", "warning", "notice"]) {
        let (command, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
        let (read, properties) = command.split_once(' ').unwrap();
        assert_eq!(read, name);
        let properties: BTreeMap<&str, String> =
            properties.split(',').map(|p| p.split_once('=').unwrap()).map(|(k, v)| (k, decoded(v))).collect();
        assert!(properties["title"].contains(HOSTILE.title), "{properties:?}");
        assert!(decoded(message).contains(HOSTILE.text), "{message}");
        let keys: Vec<&str> = properties.keys().copied().collect();
        if name == "error" {
            assert_eq!(
                (keys.as_slice(), properties["file"].as_str()),
                (&["file", "line", "title"][..], HOSTILE.file)
            );
        } else {
            assert_eq!(keys, ["title"]);
        }
    }
}

#[test]
fn hostile_texts_come_back_from_junit_and_html() {
    let (plain, hostile) = (scene_of(&PLAIN), scene_of(&HOSTILE));
    for format in ["junit", "html"] {
        let text = exported(hostile.root(), &["--format", format]);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{format}");
        // What XML 1.0 does not have at all.
        assert!(format == "html" || !text.contains(['\u{fffe}', '\u{ffff}']), "{format}");
        let page = Node::read(&text);
        let same = Node::read(&exported(plain.root(), &["--format", format]));
        assert_eq!(page.shape(), same.shape(), "{format}: no text makes an element");
        let texts = page.texts();
        for wanted in
            [HOSTILE.title, HOSTILE.text, HOSTILE.patch.trim_end(), HOSTILE.id, HOSTILE.branch, HOSTILE.file]
        {
            assert!(texts.iter().any(|text| text.contains(wanted)), "{format}: {wanted:?} in {texts:#?}");
        }
    }
    let page = exported(hostile.root(), &["--format", "html"]);
    let read = Node::read(&page);
    assert_eq!(read.count("script"), 0);
    let mut leads = Vec::new();
    read.each(&mut |node| {
        let keys =
            node.attributes.iter().filter(|(key, _)| ["src", "href", "action"].contains(&key.as_str()));
        leads.extend(keys.map(|(_, value)| value.clone()));
        assert!(node.attributes.keys().all(|key| !key.starts_with("on")), "{node:?}");
    });
    assert!(leads.iter().all(|to| to.starts_with("#rl-")), "nothing leads out of the page: {leads:?}");
    assert!(page.contains("default-src 'none'"), "and the browser is told to fetch nothing");
}

#[test]
fn hostile_texts_keep_the_structure_of_markdown() {
    let shape = |text: &str| {
        let mut fenced = None;
        let mut kinds: Vec<String> = Vec::new();
        for line in text.lines() {
            let ticks = line.chars().take_while(|c| *c == '`').count();
            match fenced {
                // A fence is closed by as many ticks and nothing else.
                Some(open) if ticks >= open && line.trim_end_matches('`').is_empty() => fenced = None,
                Some(_) => {}
                None if ticks >= 3 => {
                    fenced = Some(ticks);
                    kinds.push("fence".to_owned());
                }
                None if line.starts_with('#') => kinds.push(line.split(' ').next().unwrap().to_owned()),
                None if line.starts_with('|') => {
                    let cells = line.replace("\\|", "").matches('|').count();
                    kinds.push(format!("row of {cells}"));
                }
                None if line.starts_with("- **") => kinds.push(line.split(":**").next().unwrap().to_owned()),
                None if line.is_empty() => {}
                None => kinds.push("text".to_owned()),
            }
        }
        assert_eq!(fenced, None, "every fence is closed: {text}");
        kinds
    };
    let (plain, hostile) = (scene_of(&PLAIN), scene_of(&HOSTILE));
    let text = exported(hostile.root(), &["--format", "markdown"]);
    assert_eq!(shape(&text), shape(&exported(plain.root(), &["--format", "markdown"])), "{text}");
    assert!(!text.contains("<script") && !Regex::new(r"[^\\]\]\(").unwrap().is_match(&text), "{text}");
    assert!(
        text.contains("\\u{202e}evil") && text.contains("\\u{1b}"),
        "what acts on the reader is written out"
    );
}
