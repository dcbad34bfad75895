//! Files in the forms that tools write, made up here.

#![allow(clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use super::*;
use crate::domain::review::Severity;

fn of(run: Value) -> Report {
    read(&json!({ "version": "2.1.0", "runs": [run] }).to_string()).expect("a report")
}

fn one(run: Value) -> RawFinding {
    let report = of(run);
    assert_eq!(report.findings.len(), 1, "{report:#?}");
    report.findings.into_iter().next().expect("one")
}

fn result(more: Value) -> Value {
    let mut whole = json!({ "ruleId": "R1", "message": { "text": "Too long." } });
    for (key, value) in more.as_object().expect("an object") {
        whole[key] = value.clone();
    }
    json!({ "tool": { "driver": { "name": "lint", "rules": [{ "id": "R1" }] } }, "results": [whole] })
}

fn at(uri: &str, region: Value) -> Value {
    json!({ "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri }, "region": region } }] })
}

fn place(run: Value) -> String {
    one(run).place().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn what_is_no_report_says_why() {
    for (text, why) in [
        ("", "is no SARIF: EOF while parsing"),
        ("## Review\n\nLGTM", "is no SARIF: expected value at line 1"),
        ("[]", "is no SARIF: "),
        ("{}", "is no SARIF: it has no `version` and `runs`"),
        (r#"{"version":"2.1.0","runs":null}"#, "it has no `version` and `runs`"),
        (r#"{"version":"2.1.0","runs":{}}"#, "is no SARIF: invalid type: map, expected a list of at most 20"),
        (r#"{"version":"2.0.0","runs":[]}"#, "is SARIF 2.0.0; only 2.1.0 is read"),
        (
            r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"lint"}}}]}"#,
            "a run of lint without `results`",
        ),
        (r#"{"version":"2.1.0","runs":[{"results":[{"message":"a text"}]}]}"#, "is no SARIF: invalid type"),
    ] {
        let told = read(text).expect_err(text).to_string();
        assert!(told.contains(why), "{text}: {told}");
    }
    let run = |many: usize| format!(r#"{{"results":[{}]}}"#, vec!["{}"; many].join(","));
    let file = |runs: &[String]| format!(r#"{{"version":"2.1.0","runs":[{}]}}"#, runs.join(","));
    let told = read(&file(&[run(25_001)])).expect_err("too many").to_string();
    assert!(told.contains("a list of more than 25000 entries"), "{told}");
    assert_eq!(read(&file(&[run(25_000), run(1)])), Err(Unreadable::TooMany(25_001)));
    let told = read(&file(&vec![run(0); 21])).expect_err("too many").to_string();
    assert!(told.contains("a list of more than 20 entries"), "{told}");
    assert_eq!(read(&file(&[run(25_000)])).map(|report| report.left[&Left::SaidTwice]), Ok(24_999));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(read(&deep), Err(Unreadable::Json(_))));
    assert_eq!(read("\u{feff}{\"version\":\"2.1.0\",\"runs\":[]}"), Ok(Report::default()));
}

#[test]
fn levels_are_severities_and_the_worse_of_two_measures_holds() {
    let with_rule = |level: Value, severity: Value| {
        let mut run = result(json!({}));
        run["tool"]["driver"]["rules"][0]["defaultConfiguration"] = json!({ "level": level });
        run["tool"]["driver"]["rules"][0]["properties"] = json!({ "security-severity": severity });
        one(run)
    };
    for (run, severity, said) in [
        (result(json!({ "level": "error" })), Severity::High, "error"),
        (result(json!({ "level": "warning" })), Severity::Medium, "warning"),
        (result(json!({ "level": "note" })), Severity::Low, "note"),
        (result(json!({ "level": "none" })), Severity::Info, "none"),
        (result(json!({ "level": "Error" })), Severity::High, "Error"),
        (result(json!({})), Severity::Medium, "warning"),
        (result(json!({ "level": null })), Severity::Medium, "warning"),
    ] {
        let finding = one(run);
        assert_eq!((finding.severity, finding.reported_severity.as_deref()), (severity, Some(said)));
    }
    assert_eq!(with_rule(json!("error"), json!(null)).severity, Severity::High);
    assert_eq!(with_rule(json!("warning"), json!("9.1")).severity, Severity::Critical);
    assert_eq!(with_rule(json!("warning"), json!(7.0)).severity, Severity::High);
    assert_eq!(with_rule(json!("note"), json!("5")).severity, Severity::Medium);
    // A low measure makes no error of a tool milder.
    assert_eq!(with_rule(json!("error"), json!("0.1")).severity, Severity::High);
    for measure in [json!("high"), json!(true), json!("NaN"), json!({ "a": 1 })] {
        assert_eq!(with_rule(json!("warning"), measure).severity, Severity::Medium);
    }
    let odd = of(result(json!({ "level": "fatal" })));
    assert_eq!(odd.findings[0].severity, Severity::Medium);
    assert_eq!(odd.remarks[0].code, "unknown_severity");
}

#[test]
fn what_a_tool_lets_go_is_counted() {
    for (more, why) in [
        (json!({ "kind": "pass" }), Left::Passed),
        (json!({ "kind": "notApplicable" }), Left::Passed),
        (json!({ "kind": "informational" }), Left::Passed),
        (json!({ "suppressions": [{ "kind": "inSource" }] }), Left::Suppressed),
        (json!({ "suppressions": [{ "kind": "external", "status": "accepted" }] }), Left::Suppressed),
        (json!({ "baselineState": "absent" }), Left::Gone),
    ] {
        let report = of(result(more.clone()));
        assert!(report.findings.is_empty(), "{more}");
        assert_eq!(report.left, BTreeMap::from([(why, 1)]), "{more}");
    }
    for more in [
        json!({ "kind": "fail" }),
        json!({ "kind": "open" }),
        json!({ "kind": "review" }),
        json!({ "suppressions": [] }),
        json!({ "suppressions": null }),
        json!({ "suppressions": [{ "kind": "external", "status": "underReview" }] }),
        json!({ "suppressions": [{ "kind": "external", "status": "rejected" }] }),
        json!({ "baselineState": "unchanged" }),
        json!({ "baselineState": "new" }),
    ] {
        assert_eq!(of(result(more.clone())).findings.len(), 1, "{more}");
    }
    let odd = of(result(json!({ "kind": "perhaps" })));
    assert_eq!((odd.findings.len(), odd.remarks[0].code.as_str()), (1, "unknown_kind"));
}

#[test]
fn the_same_result_twice_is_one_finding() {
    let mut run = result(at("a.py", json!({ "startLine": 3 })));
    let twice = run["results"][0].clone();
    run["results"] = json!([twice, twice, twice]);
    let report = of(run.clone());
    assert_eq!((report.findings.len(), report.left.get(&Left::SaidTwice)), (1, Some(&2)));
    // Another line is another finding, and so is another rule.
    run["results"][1]["locations"][0]["physicalLocation"]["region"]["startLine"] = json!(4);
    run["results"][2]["ruleId"] = json!("R2");
    assert_eq!(of(run).findings.len(), 3);
}

#[test]
fn addresses_are_paths() {
    let line = json!({ "startLine": 7 });
    for (uri, path) in [
        ("src/a.py", "src/a.py:7"),
        ("./src/a.py", "src/a.py:7"),
        ("src/my%20file.py", "src/my file.py:7"),
        ("src/%C3%BCber.py", "src/über.py:7"),
        ("src/100%.py", "src/100%.py:7"),
        ("file:///repo/src/a.py", "/repo/src/a.py:7"),
        ("file://host/repo/src/a.py", "/repo/src/a.py:7"),
        ("file:/repo/src/a.py", "/repo/src/a.py:7"),
        ("src\\win\\a.cs", "src/win/a.cs:7"),
        ("../outside.py", "../outside.py:7"),
        ("src/x/../a.py", "src/a.py:7"),
        ("src/./a.py", "src/a.py:7"),
        ("x/../../outside.py", "../outside.py:7"),
        ("FILE:///repo/pkg/../src/a.py", "/repo/src/a.py:7"),
        ("src/%2e%2e/a.py", "src/../a.py:7"),
    ] {
        assert_eq!(place(result(at(uri, line.clone()))), path);
    }
    let long = "a/".repeat(3000);
    for none in [
        "",
        "a%0Ab.py",
        "a\u{1b}[31m.py",
        "https://example.invalid/a.py",
        "data:text/html,x",
        "javascript:alert(1)",
        &long,
    ] {
        assert_eq!(place(result(at(none, line.clone()))), "", "{none:?}");
    }
}

#[test]
fn addresses_stand_on_bases_and_in_lists() {
    let mut run = result(
        json!({ "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "a.py", "uriBaseId": "SRC" } } }] }),
    );
    assert_eq!(place(run.clone()), "a.py", "a base that nobody gives is the root of the work");
    run["originalUriBaseIds"] =
        json!({ "SRC": { "uri": "src/", "uriBaseId": "ROOT" }, "ROOT": { "uri": "file:///repo/" } });
    assert_eq!(place(run.clone()), "/repo/src/a.py");
    // Bases in a ring end.
    run["originalUriBaseIds"] = json!({ "SRC": { "uri": "x/", "uriBaseId": "SRC" } });
    assert!(place(run).ends_with("/a.py"));
    let mut run = result(
        json!({ "locations": [{ "physicalLocation": { "artifactLocation": { "index": 1 }, "region": { "startLine": 2, "endLine": 4 } } }] }),
    );
    run["artifacts"] = json!([{ "location": { "uri": "x.py" } }, { "location": { "uri": "y.py" } }]);
    assert_eq!(place(run.clone()), "y.py:2-4");
    run["artifacts"] = json!([]);
    assert_eq!(place(run), "");
}

#[test]
fn lines_count_from_one() {
    for (region, shown) in [
        (json!({ "startLine": 3, "endLine": 3 }), "a.py:3"),
        (json!({ "startLine": 3, "endLine": 5 }), "a.py:3-5"),
        (json!({ "startLine": 5, "endLine": 3 }), "a.py:5"),
        (json!({ "startLine": 0 }), "a.py"),
        (json!({ "startLine": -1 }), "a.py"),
        (json!({ "startLine": 9_999_999_999_u64 }), "a.py"),
        (json!({ "charOffset": 4, "charLength": 2 }), "a.py"),
        (json!(null), "a.py"),
    ] {
        assert_eq!(place(result(at("a.py", region))), shown);
    }
}

#[test]
fn messages_are_plain_words() {
    let says = |message: Value, arguments: Value| {
        let mut run = result(json!({ "message": message }));
        run["results"][0]["message"]["arguments"] = arguments;
        run["tool"]["driver"]["rules"][0]["messageStrings"] =
            json!({ "default": { "text": "Rename '{0}' to '{1}'." } });
        run["tool"]["driver"]["globalMessageStrings"] = json!({ "all": { "text": "For all: {0}" } });
        run["tool"]["driver"]["rules"][0]["shortDescription"] = json!({ "text": "Names are words" });
        one(run).title
    };
    let none = json!(null);
    assert_eq!(says(json!({ "text": "Plain {0}" }), none.clone()), "Plain {0}");
    assert_eq!(says(json!({ "text": "{{{0}}}" }), json!(["x"])), "{x}");
    assert_eq!(says(json!({ "text": "fn a() {{}}" }), none.clone()), "fn a() {}");
    assert_eq!(says(json!({ "text": "fn a() {} and {{b}}" }), none.clone()), "fn a() {} and {{b}}");
    assert_eq!(says(json!({ "text": "\\[a\\](1) and [b](2)" }), none.clone()), "[a](1) and b");
    assert_eq!(says(json!({ "id": "default" }), json!(["a", "{1}"])), "Rename 'a' to '{1}'.");
    assert_eq!(says(json!({ "id": "default" }), json!(["a"])), "Rename 'a' to '{1}'.");
    assert_eq!(says(json!({ "id": "all" }), json!(["a"])), "For all: a");
    assert_eq!(says(json!({ "id": "unknown" }), none.clone()), "Names are words");
    assert_eq!(says(json!({}), none.clone()), "Names are words");
    assert_eq!(
        says(json!({ "text": "Depends on a [user-provided value](1) and [another](2)." }), none.clone()),
        "Depends on a user-provided value and another."
    );
    assert_eq!(
        says(json!({ "text": "See [the page](https://example.invalid)" }), none.clone()),
        "See [the page](https://example.invalid)"
    );
    assert_eq!(says(json!({ "text": "\n  First line.\nSecond line." }), none), "First line.");
    let silent = one(json!({ "tool": {}, "results": [{}] }));
    assert_eq!(
        (silent.title.as_str(), silent.reported_by.as_deref()),
        ("a result without words", Some("a tool without a name"))
    );
}

#[test]
fn long_messages_stand_whole_in_the_description() {
    let long = "word ".repeat(100);
    let finding = one(result(json!({ "message": { "text": long } })));
    assert!(finding.title.ends_with("word …") && finding.title.chars().count() <= 202, "{}", finding.title);
    assert_eq!(finding.description.as_deref(), Some(long.trim()));
    let unbroken = "ü".repeat(1000);
    assert_eq!(
        one(result(json!({ "message": { "text": unbroken } }))).title,
        format!("{} …", "ü".repeat(200))
    );
}

#[test]
fn who_reports_by_which_rule_why_and_what_would_mend_it() {
    let mut run = result(json!({ "fixes": [{ "description": { "text": "Break the line." } }, {}],
        "locations": [{ "logicalLocations": [{ "fullyQualifiedName": "cart::total" }] }] }));
    run["tool"]["driver"]["semanticVersion"] = json!("1.2.3");
    run["tool"]["driver"]["rules"][0]["fullDescription"] = json!({ "text": "Long lines are hard to read." });
    let finding = one(run.clone());
    assert_eq!(finding.reported_by.as_deref(), Some("lint 1.2.3 (R1)"));
    assert_eq!(finding.why.as_deref(), Some("Long lines are hard to read."));
    assert_eq!(finding.suggestion.as_deref(), Some("Break the line."));
    assert_eq!(finding.description.as_deref(), Some("In cart::total."));
    assert_eq!(finding.reported_id, None, "a rule is no finding's id");
    // The pattern of a message is no reason, nor is a handbook.
    for text in ["`{name}` is too long".to_owned(), "x".repeat(5000)] {
        run["tool"]["driver"]["rules"][0]["fullDescription"] = json!({ "text": text });
        assert_eq!(one(run.clone()).why, None);
    }
}

#[test]
fn rules_are_found_by_place_by_id_and_in_extensions() {
    let level = |result: Value| {
        one(json!({
            "tool": {
                "driver": { "name": "lint", "rules": [
                    { "id": "A", "defaultConfiguration": { "level": "note" } },
                    { "id": "B", "defaultConfiguration": { "level": "error" } },
                ] },
                "extensions": [{ "name": "more", "rules": [{ "id": "X", "defaultConfiguration": { "level": "none" } }] }],
            },
            "results": [result],
        }))
        .severity
    };
    assert_eq!(level(json!({ "ruleId": "B" })), Severity::High);
    assert_eq!(level(json!({ "ruleId": "B/1" })), Severity::High);
    assert_eq!(level(json!({ "ruleId": "BB" })), Severity::Medium);
    assert_eq!(level(json!({ "ruleIndex": 1 })), Severity::High);
    assert_eq!(level(json!({ "ruleId": "A", "ruleIndex": -1 })), Severity::Low);
    assert_eq!(level(json!({ "ruleIndex": 99 })), Severity::Medium);
    assert_eq!(
        level(json!({ "rule": { "id": "X", "index": 0, "toolComponent": { "index": 0 } } })),
        Severity::Info
    );
    assert_eq!(level(json!({ "rule": { "index": 0, "toolComponent": { "index": 7 } } })), Severity::Medium);
}

#[test]
fn a_tool_that_failed_is_told() {
    let mut run = result(json!({}));
    run["invocations"] = json!([{ "executionSuccessful": false }]);
    let told = |run: &Value| of(run.clone()).remarks.iter().map(|r| r.message.clone()).collect::<Vec<_>>();
    assert_eq!(told(&run), ["lint reports of itself: its run did not succeed"]);
    run["invocations"][0]["toolExecutionNotifications"] = json!([{ "level": "error", "message": { "text": "a.py: no such rule" } }, { "level": "note", "message": { "text": "x" } }]);
    assert_eq!(told(&run), ["lint reports of itself: a.py: no such rule"]);
    let many: Vec<Value> =
        (0..100).map(|n| json!({ "level": "error", "message": { "text": format!("{n}") } })).collect();
    run["invocations"][0]["toolExecutionNotifications"] = json!(many);
    assert_eq!(told(&run).len(), 6);
    run["invocations"] = json!([{ "executionSuccessful": true }]);
    assert!(told(&run).is_empty());
}

#[test]
fn several_runs_are_one_report() {
    let run = |tool: &str| json!({ "tool": { "driver": { "name": tool } }, "results": [{ "message": { "text": "x" } }] });
    let text = json!({ "version": "2.1.0", "runs": [run("a"), run("b"), run("a")] }).to_string();
    let report = read(&text).expect("a report");
    assert_eq!(report.tools, ["a", "b"]);
    assert_eq!((report.findings.len(), report.left.get(&Left::SaidTwice)), (2, Some(&1)));
}

#[test]
fn an_address_of_another_kind_is_said() {
    let finding = one(result(at("https://example.invalid/a.py", json!(null))));
    assert_eq!(finding.description.as_deref(), Some("At https://example.invalid/a.py."));
    assert!(finding.locations.is_empty());
}

#[test]
fn no_text_grows_without_bound() {
    let bomb = |text: String, argument: String| {
        let mut run = result(json!({ "message": { "text": text, "arguments": [argument] } }));
        run["tool"]["driver"]["name"] = json!("n".repeat(100_000));
        run["results"][0]["ruleId"] = json!("r".repeat(100_000));
        run["results"][0]["fixes"] =
            json!(vec![json!({ "description": { "text": "f".repeat(100_000) } }); 100]);
        run["results"][0]["level"] = json!("l".repeat(100_000));
        of(run)
    };
    for (text, argument) in [
        ("{0}".repeat(2000), "x".repeat(100_000)),
        ("{0}{{".repeat(100_000), "ü".repeat(10)),
        ("[".repeat(1_000_000), String::new()),
        ("word ".repeat(1_000_000), String::new()),
    ] {
        let report = bomb(text, argument);
        let size = serde_json::to_string(&report).expect("a report is JSON").len();
        assert!(size < 40_000, "{size} bytes");
        assert!(report.remarks.iter().any(|r| r.code == "cut"), "{:?}", report.remarks);
    }
    // Nothing is cut that fits.
    assert!(of(result(json!({}))).remarks.is_empty());
}

#[test]
fn of_many_places_the_first_are_taken_and_that_is_said() {
    let places: Vec<Value> = (1..=100_000)
        .map(|line| json!({ "physicalLocation": { "artifactLocation": { "uri": "a.py" }, "region": { "startLine": line } } }))
        .collect();
    let report = of(result(json!({ "locations": places })));
    assert_eq!(report.findings[0].locations.len(), 50);
    assert!(report.remarks[0].message.contains("more than 50 places"), "{:?}", report.remarks);
}

#[test]
fn long_bases_and_many_rules_cost_no_more_than_they_hold() {
    let mut run = result(json!({}));
    let one = json!({ "ruleId": "R19999", "message": { "text": "x" }, "locations": [{ "physicalLocation": { "artifactLocation": { "uri": "a.py", "uriBaseId": "B" } } }] });
    run["originalUriBaseIds"] = json!({ "B": { "uri": "u".repeat(1_000_000) } });
    run["tool"]["driver"]["rules"] = json!(
        (0..20_000)
            .map(|n| json!({ "id": format!("R{n}"), "defaultConfiguration": { "level": "note" } }))
            .collect::<Vec<_>>()
    );
    run["results"] = json!(vec![one; 20_000]);
    let report = of(run);
    assert_eq!((report.findings.len(), report.left[&Left::SaidTwice]), (1, 19_999));
    assert_eq!(report.findings[0].severity, Severity::Low);
}

#[test]
fn what_a_file_repeats_of_itself_is_short() {
    for text in [
        json!({ "version": "9".repeat(100_000), "runs": [] }),
        json!({ "version": "2.1.0", "runs": [{ "results": "r".repeat(100_000) }] }),
    ] {
        let told = read(&text.to_string()).expect_err("another").to_string();
        assert!(told.len() < 400, "{} bytes", told.len());
    }
    let kinds: Vec<Value> =
        (0..100).map(|n| json!({ "message": { "text": format!("{n}") }, "kind": format!("k{n}") })).collect();
    assert_eq!(of(json!({ "results": kinds })).remarks.len(), 21);
}
