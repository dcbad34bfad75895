//! Where findings lie, as the server finds out over a real repository: the values of SPEC 7.2, and paths that would lead
//! out of it.

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::scene::{Edit, Scene};

/// A file of thirty lines, each another.
fn long() -> String {
    (1..=30).map(|n| format!("export const value{n} = compute({n});\n")).collect()
}

/// What the change of the scene makes of it: line 10 is another, and the last six are gone.
fn shortened() -> String {
    let text = long().replace("compute(10)", "compute(10, true)");
    text.lines().take(24).map(|l| format!("{l}\n")).collect()
}

/// Records findings on a change of `src/long.js` that also deletes a file, renames one and holds a link, and returns
/// each finding's grounding.
fn grounded(findings: &[Value]) -> Vec<String> {
    let scene = Scene::new();
    std::fs::write(scene.beside("secret.txt"), "the secret = outside;\n").unwrap();
    let base = scene.commit(
        "base",
        &[
            ("src/long.js", &long()),
            ("src/gone.js", "const gone = 1;\nconst away = 2;\n"),
            ("src/other.js", "const other = 1;\n"),
            ("src/name.js", &long().replace("value", "name")),
        ],
    );
    let outside = scene.beside("secret.txt");
    scene.edit(
        "the change",
        &[
            Edit::Write("src/long.js", shortened().as_bytes()),
            Edit::Remove("src/gone.js"),
            Edit::Remove("src/name.js"),
            Edit::Write("src/renamed.js", long().replace("value", "name").as_bytes()),
            Edit::Link("src/link.js", outside.to_str().unwrap()),
        ],
    );
    let mut client = Client::start(scene.root(), Era::Stateless);
    let files =
        ["src/long.js", "src/gone.js", "src/name.js", "src/renamed.js", "src/link.js", "src/planned.js"];
    let opened = client.call(
        "review_task",
        json!({ "id": "G-1", "title": "Compute", "criteria": "It computes", "base": base.as_str(), "files": files }),
    );
    assert!(!opened.is_error, "{}", opened.text);
    let mut arguments = opened.structured["next"]["call"]["arguments"].clone();
    arguments["verdict"] = json!("changes_requested");
    arguments["findings"] = json!(findings);
    let recorded = client.call("record_findings", arguments);
    assert!(!recorded.is_error, "{}", recorded.text);
    let rows = recorded.structured["findings"].as_array().unwrap();
    assert_eq!(rows.len(), findings.len(), "{}", recorded.text);
    rows.iter().map(|row| row["grounding"].as_str().unwrap().to_owned()).collect()
}

/// Each finding has a title of its own, so that none is taken for another.
fn finding(n: usize, description: &str, places: &[(&str, Option<u32>)]) -> Value {
    let titles =
        ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliet"];
    let places: Vec<Value> = places
        .iter()
        .map(|(file, line)| match line {
            Some(line) => json!({ "file": file, "line": line }),
            None => json!({ "file": file }),
        })
        .collect();
    json!({
        "severity": "high", "stage": "quality", "title": format!("{} is wrong", titles[n]),
        "description": description, "locations": places, "why": "it breaks",
    })
}

/// What a finding says, the places it names, and the grounding that is right.
type Row<'a> = (&'a str, &'a [(&'a str, Option<u32>)], &'a str);

fn check(cases: &[Row<'_>]) {
    for part in cases.chunks(10) {
        let findings: Vec<Value> =
            part.iter().enumerate().map(|(n, (text, places, _))| finding(n, text, places)).collect();
        for (got, (text, places, expected)) in grounded(&findings).iter().zip(part) {
            assert_eq!(got, expected, "{text:?} at {places:?}");
        }
    }
}

#[test]
fn grounding_says_how_each_place_lies_to_the_change() {
    check(&[
        ("It is wrong", &[("src/long.js", Some(10))], "in_diff"),
        ("It is wrong", &[("src/long.js", Some(2))], "in_file"),
        ("It is wrong", &[("src/other.js", Some(1))], "in_file"),
        ("It is wrong", &[("src/planned.js", Some(3))], "expected_file"),
        ("It is wrong", &[("src/nowhere.js", Some(3))], "missing_file"),
        ("It is wrong", &[("b/src/long.js", Some(10))], "in_diff"),
        ("It is wrong", &[("a/src/nowhere.js", Some(10))], "missing_file"),
        ("It is wrong", &[("src/long.js", Some(400))], "line_out_of_range"),
        ("It is wrong", &[], "unlocated"),
        ("It is wrong", &[("src/nowhere.js", Some(3)), ("src/long.js", Some(10))], "in_diff"),
        ("It is wrong", &[("src/long.js", None)], "in_diff"),
    ]);
}

#[test]
fn a_place_in_one_field_is_read_as_in_a_text() {
    check(&[
        ("It is wrong", &[("src/long.js:10", None)], "in_diff"),
        ("It is wrong", &[("src/long.js (line 2)", None)], "in_file"),
        ("It is wrong", &[("/src/long.js", Some(10))], "in_diff"),
        ("It is wrong", &[("https://git.example/o/r/blob/main/src/long.js#L10", None)], "in_diff"),
        ("It is wrong", &[("src%2Flong.js", Some(10))], "in_diff"),
        ("It is wrong", &[("src/long.js:400", None)], "line_out_of_range"),
        ("It is wrong", &[("src/planned.js:3", None)], "expected_file"),
        ("It is wrong", &[("src/nowhere.js:3", None)], "missing_file"),
        ("It is wrong", &[("src/nowhere.js:2, src/other.js:1", None)], "in_file"),
        ("It is wrong", &[("/etc/long.js", Some(10))], "missing_file"),
    ]);
}

#[test]
fn a_place_that_was_completed_is_shown_as_it_is_taken() {
    let scene = Scene::new();
    let base = scene.commit("base", &[("src/long.js", &long())]);
    scene.commit("change", &[("src/long.js", &shortened())]);
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = client.call(
        "review_task",
        json!({ "id": "G-2", "title": "Compute", "criteria": "It computes", "base": base.as_str() }),
    );
    let mut arguments = opened.structured["next"]["call"]["arguments"].clone();
    arguments["verdict"] = json!("changes_requested");
    arguments["findings"] = json!([
        finding(0, "It is wrong", &[("a/src/long.js", Some(10))]),
        finding(1, "It is slow", &[("src/long.js:4-6", None)])
    ]);
    let recorded = client.call("record_findings", arguments);
    let rows = &recorded.structured["findings"];
    assert_eq!(rows[0]["place"], json!({ "file": "src/long.js", "line": 10 }), "{}", recorded.text);
    assert_eq!(
        rows[1]["place"],
        json!({ "file": "src/long.js", "line": 4, "end_line": 6 }),
        "{}",
        recorded.text
    );
    assert!(recorded.text.contains("was taken for src/long.js, line 4"), "{}", recorded.text);
}

#[test]
fn grounding_of_what_was_removed_is_the_base() {
    check(&[
        ("This line was needed", &[("src/long.js", Some(28))], "in_diff"),
        ("This line was needed", &[("src/long.js", Some(31))], "line_out_of_range"),
        ("This file was needed", &[("src/gone.js", Some(2))], "in_diff"),
        ("This file was needed", &[("src/gone.js", Some(9))], "line_out_of_range"),
        ("This file was needed", &[("src/gone.js", None)], "in_diff"),
        ("`value27 = compute(27)` was needed", &[("src/long.js", Some(24))], "in_diff"),
        ("Its name was good", &[("src/name.js", Some(3))], "in_diff"),
    ]);
}

#[test]
fn grounding_looks_for_what_is_quoted() {
    check(&[
        ("`compute(10, true)` is slow", &[("src/long.js", Some(10))], "in_diff"),
        ("`value2=compute( 2 )` is slow", &[("src/long.js", Some(2))], "in_file"),
        ("`value2 = compute(77)` is slow", &[("src/long.js", Some(2))], "quote_not_found"),
        ("Look:\n```js\nexport const value3\n  = compute(3);\n```", &[("src/long.js", Some(3))], "in_file"),
        (
            "Look:\n```js\nexport const value3 = guess(3);\n```",
            &[("src/long.js", Some(3))],
            "quote_not_found",
        ),
        ("It should be `value2 = checked(2)`", &[("src/long.js", Some(2))], "in_file"),
        ("`value2` is wrong", &[("src/long.js", Some(2))], "in_file"),
        ("`export const value4 … compute(4)` is slow", &[("src/long.js", Some(4))], "in_file"),
    ]);
}

#[test]
fn grounding_never_looks_outside() {
    let secret = "`the secret = outside` stands there";
    check(&[
        (secret, &[("../secret.txt", Some(1))], "missing_file"),
        (secret, &[("src/../../secret.txt", Some(1))], "missing_file"),
        (secret, &[("/etc/passwd", Some(1))], "missing_file"),
        (secret, &[("src/link.js/../../../secret.txt", Some(1))], "missing_file"),
        (secret, &[("C:\\secret.txt", Some(1))], "missing_file"),
        (secret, &[(".git/config", Some(1))], "missing_file"),
    ]);
    // What a link points to is not its content: a line of the target is not there.
    let through = grounded(&[finding(0, secret, &[("src/link.js", Some(1))])]);
    assert_ne!(through, ["in_file"], "{through:?}");
}
