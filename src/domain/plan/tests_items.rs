//! Tests of items as people write them: merged and nested lists, other marks, several paths, capitals.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::super::ids::RepoPath;
use super::{MustHaves, Plan};

fn plan(must_haves: &str) -> Plan {
    let text = format!("---\nphase: 01-x\nplan: 01\nmust_haves:\n{must_haves}---\n");
    super::read(&RepoPath::parse(".planning/phases/01-x/01-01-PLAN.md").unwrap(), &text).unwrap()
}

fn truths(of: &MustHaves) -> Vec<&str> {
    of.truths.iter().map(|t| t.text.as_str()).collect()
}

fn codes(plan: &Plan) -> Vec<&str> {
    plan.remarks.iter().map(|r| r.code.as_str()).collect()
}

#[test]
fn of_several_truths_on_one_line_each_is_itself() {
    let read = plan("  truths: [GET x returns 200, error: shown, third]\n");
    assert_eq!(truths(&read.must_haves), ["GET x returns 200", "error: shown", "third"]);
    let read = plan("  truths: [\n    \"a: b\",\n    c: d,\n    e\n  ]\n");
    assert_eq!(truths(&read.must_haves), ["a: b", "c: d", "e"]);
    // Alone on its line an item is what stands there.
    let read = plan("  truths:\n    - prints:  ok\n");
    assert_eq!(truths(&read.must_haves), ["prints:  ok"]);
}

#[test]
fn what_yaml_merges_is_read_apart_or_told() {
    for (lines, expected, code) in [
        ("    – one\n    – two\n", &["one", "two"][..], "odd_bullets"),
        ("    1. one\n    2. two\n", &["one", "two"], "odd_bullets"),
        ("    – one\n    - two\n", &["one", "two"], "odd_bullets"),
        ("    -one\n    -two\n      goes on\n", &["one", "two goes on"], "odd_bullets"),
        ("    - a\n     - b\n    - c\n", &["a - b", "c"], "nested_items"),
        (
            "    - log in\n        - by word\n        - by token\n",
            &["log in - by word - by token"],
            "nested_items",
        ),
    ] {
        let read = plan(&format!("  truths:\n{lines}"));
        assert_eq!((truths(&read.must_haves), codes(&read)), (expected.to_vec(), vec![code]), "{lines}");
    }
    for lines in
        ["    - a\n      goes on\n    - b\n", "    - |\n      - a\n      - b\n", "    - \"a\n      - b\"\n"]
    {
        assert_eq!(codes(&plan(&format!("  truths:\n{lines}"))), [""; 0], "{lines}");
    }
}

#[test]
fn lists_in_lists_and_maps_are_laid_out_and_told() {
    for (lines, expected, codes_of) in [
        ("    -\n      - a\n      - b\n", &["a", "b"][..], &["nested_list"][..]),
        ("    - - a\n      - b\n    - c\n", &["a", "b", "c"], &["nested_list"]),
        ("    T1: one\n    T2: two\n", &["one", "two"], &["truths_by_key"]),
        (
            "    users: log in\n    admins: look on\n",
            &["users: log in", "admins: look on"],
            &["truths_by_key"],
        ),
        (
            "    backend:\n      - a\n      - b\n    web:\n      - c\n",
            &["backend: a", "backend: b", "web: c"],
            &["truths_by_key"],
        ),
        (
            "    - backend:\n        - a\n        - b\n    - c\n",
            &["backend: a", "backend: b", "c"],
            &["truths_by_key"],
        ),
        ("    - [a, b]\n", &["[a, b]"], &["item_as_written"]),
        ("    - truth: a\n      id: 1\n", &["a"], &[]),
    ] {
        let read = plan(&format!("  truths:\n{lines}"));
        assert_eq!(
            (truths(&read.must_haves), codes(&read)),
            (expected.to_vec(), codes_of.to_vec()),
            "{lines}"
        );
    }
    let read =
        plan("  artifacts:\n    - - path: a.ts\n      - path: b.ts\n  key_links:\n    - [a.ts, b.ts]\n");
    let paths: Vec<_> = read.must_haves.artifacts.iter().map(|a| a.path.as_str()).collect();
    let link = &read.must_haves.key_links[0];
    assert_eq!((paths, link.from.as_str(), link.to.as_str()), (vec!["a.ts", "b.ts"], "a.ts", "b.ts"));
    assert_eq!(codes(&read), ["nested_list", "link_as_list"]);
}

#[test]
fn what_stands_beside_inline_truths_is_no_part_of_them() {
    for inline in ["[x]", "it works"] {
        let read = plan(&format!("  truths: {inline}\n  artifacts:\n  - path: a.ts\n  - path: b.ts\n"));
        assert_eq!((read.must_haves.artifacts.len(), codes(&read)), (2, vec![]), "{inline}");
    }
}

#[test]
fn what_says_nothing_is_told_and_names_of_exports_are_taken() {
    for nothing in ["    - .\n", "    - \"*\"\n", "    - \"... \\\"\"\n"] {
        assert_eq!(codes(&plan(&format!("  truths:\n{nothing}"))), [super::unfilled::UNFILLED], "{nothing}");
    }
    let read = plan(
        "  artifacts:\n    - path: a.ts\n      exports:\n        - name: a\n        - b: what it does\n",
    );
    assert_eq!(
        (read.must_haves.artifacts[0].exports.as_slice(), codes(&read)),
        (&["a".to_owned(), "b".to_owned()][..], vec!["exports_as_objects"])
    );
}

#[test]
fn of_a_key_in_two_spellings_the_first_is_taken_and_the_other_told() {
    let text = "---\nphase: 01-x\nplan: 01\nwave: 1\nWave: 2\nmust_haves: [one]\nmust-haves: [two]\ndepends_on: [\"@01-02-PLAN.md\"]\n---\n";
    let read = super::read(&RepoPath::parse("01-01-PLAN.md").unwrap(), text).unwrap();
    assert_eq!((read.wave.as_deref(), truths(&read.must_haves)), (Some("1"), vec!["one"]));
    let told: Vec<_> = read.remarks.iter().map(|r| (r.line, r.code.as_str())).collect();
    assert_eq!(told, [(5, "duplicate_key"), (7, "duplicate_key")]);
    assert_eq!(read.depends_on, ["01-02-PLAN.md"]);
}

#[test]
fn several_paths_are_several_artifacts_and_unknown_fields_are_kept() {
    let read = plan("  artifacts:\n    - path: [src/b.js, src/c.js]\n      min_lines: 3\n      owner: Ada\n");
    let found: Vec<_> = read.must_haves.artifacts.iter().map(|a| (a.path.as_str(), a.min_lines)).collect();
    assert_eq!(found, [("src/b.js", Some(3)), ("src/c.js", Some(3))]);
    assert_eq!(read.must_haves.other["artifacts[1].owner"], "Ada");
    let read = plan("  truths:\n    - truth: it works\n      why: because\n  goals: [a]\n");
    assert_eq!(read.must_haves.other["truths[0].why"], "because");
    assert_eq!(read.must_haves.other["goals"], "a");
}

#[test]
fn a_block_text_that_is_a_list_is_read_as_one() {
    for header in ["|", "|-", ">"] {
        let read = plan(&format!(
            "  truths: {header}\n    - one\n    - two #3\n      goes on\n  artifacts: [a.rs]\n"
        ));
        let told: Vec<_> = read.must_haves.truths.iter().map(|t| (t.text.as_str(), t.line)).collect();
        assert_eq!(told, [("one", 6), ("two #3 goes on", 7)], "{header}");
        assert_eq!(codes(&read)[0], "odd_bullets");
    }
    assert_eq!(
        truths(&plan("  truths: |\n    -5 degrees\n    is cold\n").must_haves),
        ["-5 degrees\nis cold"]
    );
    assert_eq!(truths(&plan("  truths: -5 degrees\n").must_haves), ["-5 degrees"]);
}

#[test]
fn parts_written_as_items_are_parts() {
    let read =
        plan("  - truths: [A, B]\n  - artifacts:\n      - path: src/z.rs\n  - It lasts\n  - truth: C\n");
    assert_eq!(truths(&read.must_haves), ["A", "B", "It lasts", "C"]);
    assert_eq!(read.must_haves.artifacts[0].path, "src/z.rs");
    assert!(codes(&read).contains(&"parts_as_items"), "{:?}", codes(&read));
    let read = plan("  - artifact:\n      - path: src/z.rs\n");
    assert!(codes(&read).contains(&super::MISSPELT), "{:?}", codes(&read));
    assert_eq!(truths(&read.must_haves), [""; 0]);
}

#[test]
fn several_paths_in_one_text_are_several_artifacts() {
    let paths =
        |read: &Plan| -> Vec<String> { read.must_haves.artifacts.iter().map(|a| a.path.clone()).collect() };
    for (item, expected, told) in [
        ("src/a.rs, src/b.rs", &["src/a.rs", "src/b.rs"][..], true),
        ("`src/a.rs` and src/b.rs", &["src/a.rs", "src/b.rs"], true),
        ("path: src/a.rs, src/b.rs and c.rs", &["src/a.rs", "src/b.rs", "c.rs"], true),
        ("src/a.rs, the cart", &["src/a.rs"], false),
        ("src/{a,b}.rs", &["src/{a,b}.rs"], false),
    ] {
        let read = plan(&format!("  artifacts:\n    - {item}\n"));
        assert_eq!(paths(&read), expected, "{item}");
        assert_eq!(codes(&read).contains(&"several_paths"), told, "{item}");
    }
    let read =
        plan("  artifacts:\n    src/a.rs: the cart\n    src/b.rs:\n      min_lines: 3\n    src/c.rs:\n");
    assert_eq!(paths(&read), ["src/a.rs", "src/b.rs", "src/c.rs"]);
    let first = &read.must_haves.artifacts;
    assert_eq!((first[0].provides.as_deref(), first[1].min_lines), (Some("the cart"), Some(3)));
    assert_eq!(codes(&read), ["artifacts_by_path"]);
}

#[test]
fn tags_in_capitals_are_tasks() {
    let text = "---\nphase: 01-x\nplan: 01\nmust_haves: [x]\n---\n<TASK type=\"auto\">\n<NAME>Task 1: A</NAME>\n<FILES>src/a.js</FILES>\n<DONE>a</DONE>\n</TASK>\n<task>\n<name>Task 2: B</name>\n</task>\n";
    let read = super::read(&RepoPath::parse("01-01-PLAN.md").unwrap(), text).unwrap();
    let tasks: Vec<_> =
        read.tasks.iter().map(|t| (t.number.as_str(), t.name.as_str(), t.files.len())).collect();
    assert_eq!(tasks, [("1", "A", 1), ("2", "B", 0)]);
    assert!(codes(&read).contains(&"tags_in_capitals"));
}

#[test]
fn an_execution_is_asked_for_whole() {
    let text = "---\nphase: 01-x\nplan: 01\nmust_haves:\n  truths: [It adds]\n---\n<objective>\nAdd\n</objective>\n<task>\n<name>Task 1: A</name>\n</task>\n<success_criteria>\n- [x] It is fast\n</success_criteria>\n";
    let read = super::read(&RepoPath::parse("01-01-PLAN.md").unwrap(), text).unwrap();
    let asked = super::asked_whole(&read, text);
    let at = |what: &str| asked.find(what).unwrap_or_else(|| panic!("{what} in {asked}"));
    assert!(
        at("Add") < at("- [ ] It is fast")
            && at("It is fast") < at("- It adds")
            && at("It adds") < at("Task 1")
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(500))]

    /// What goes into a list on one line comes out, whatever stands beside it.
    #[test]
    fn truths_on_one_line_come_out(
        texts in proptest::collection::vec("[A-Z][a-z]{1,8}(: [a-z]{1,6})?( [a-z0-9.]{1,8}){0,4}", 1..20),
        lines in proptest::bool::ANY,
    ) {
        let list = texts.join(if lines { ",\n    " } else { ", " });
        let read = plan(&format!("  truths: [{list}]\n"));
        proptest::prop_assert_eq!(truths(&read.must_haves), texts.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// A plan with a header of its own, and the lines and codes of its remarks.
fn header(keys: &str) -> Vec<(u32, String)> {
    let text = format!("---\nphase: 01-x\nplan: 01\n{keys}---\n");
    let read = super::read(&RepoPath::parse(".planning/phases/01-x/01-01-PLAN.md").unwrap(), &text).unwrap();
    read.remarks.into_iter().map(|r| (r.line, r.code)).collect()
}

#[test]
fn promises_outside_of_their_place_are_told_by_name() {
    let misspelt = |line: u32| (line, super::MISSPELT.to_owned());
    assert_eq!(header("must_haves:\ntruths:\n- a\nartifacts:\n- path: a.rs\n"), [misspelt(5), misspelt(7)]);
    assert_eq!(header("truths: [a]\n"), [misspelt(4)]);
    assert_eq!(header("mustHaves:\n  truths: [a]\n"), [misspelt(4)]);
    assert_eq!(header("must_have: [a]\n"), [misspelt(4)]);
    assert_eq!(header("must_haves.truths: [a]\n"), [misspelt(4)]);
    assert_eq!(header("must_haves: [a]\nmustHaves: [b]\n"), [misspelt(5)]);
    // Beside promises in their place a word may mean something else; an empty one promises nothing.
    for none in ["must_haves: [a]\nartifacts: [b]\n", "truths: []\n", "truths:\n", "facts: [a]\n"] {
        assert_eq!(header(none), [], "{none}");
    }
}

#[test]
fn promises_of_a_doubled_key_are_all_kept() {
    let read = plan("  truths:\n    - one\n  artifacts: [a.rs]\nmust_haves:\n  truths:\n    - two\n");
    assert_eq!(truths(&read.must_haves), ["one", "two"]);
    assert_eq!(read.must_haves.artifacts.len(), 1);
    assert!(read.degraded && codes(&read).contains(&"duplicate_key"), "{:?}", codes(&read));
}

#[test]
fn a_truth_whose_value_stands_below_it_keeps_it() {
    let read = plan("  truths:\n    - prints:\n        the total\n");
    assert_eq!(truths(&read.must_haves), ["prints: the total"]);
}
