#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use super::keys::{Fate, Unmergeable, id_of, merged};

fn leaves(id: &'static str) -> impl Fn(&Value) -> Fate {
    move |thing| if id_of(thing) == Some(id) { Fate::Goes } else { Fate::Stays }
}

fn laid(text: &str, wanted: &Value) -> String {
    merged(text, wanted, &|_| Fate::Stays).unwrap().unwrap_or_else(|| text.to_owned())
}

#[test]
fn what_is_not_ours_keeps_its_bytes() {
    // Numbers no float holds, escapes, spacing and order of somebody else.
    let text = "\u{feff}{\r\n\t\"z\": 12345678901234567890123, \"a\":1.10,\r\n\t\"u\": \"\\u00e9\\/\",\r\n\t\"review_loops\": { \"01-01\": {\"cycle\": 1, \"by\": \"them\"} }\r\n}";
    let after = laid(text, &json!({ "review_loops": { "01-01": { "cycle": 2 }, "01-02": { "cycle": 1 } } }));
    assert!(
        after.starts_with(
            "\u{feff}{\r\n\t\"z\": 12345678901234567890123, \"a\":1.10,\r\n\t\"u\": \"\\u00e9\\/\",\r\n"
        ),
        "{after}"
    );
    assert!(after.contains("{\"cycle\": 2, \"by\": \"them\"}"), "{after}");
    let read: Value = serde_json::from_str(after.trim_start_matches('\u{feff}')).unwrap();
    assert_eq!(read["review_loops"]["01-02"]["cycle"], 1);
    // Said once more it changes nothing.
    let wanted = json!({ "review_loops": { "01-01": { "cycle": 2 } } });
    assert_eq!(merged(&after, &wanted, &|_| Fate::Stays), Ok(None));
}

/// What stands on one line stays on it, and every byte beside ours where it was.
#[test]
fn what_stands_on_one_line_stays_on_it() {
    let wanted = json!({ "review_loops": { "01-01": { "cycle": 1, "by": ["x"] } } });
    for (before, after) in [
        (
            r#"{"status":"running","k":{"b":1,"a":2}}"#,
            r#"{"status":"running","k":{"b":1,"a":2},"review_loops":{"01-01":{"cycle":1,"by":["x"]}}}"#,
        ),
        (
            "\u{feff}{\"review_loops\":{\"01-02\":{\"cycle\":1.50}},\"k\":1}\r\n",
            "\u{feff}{\"review_loops\":{\"01-02\":{\"cycle\":1.50},\"01-01\":{\"cycle\":1,\"by\":[\"x\"]}},\"k\":1}\r\n",
        ),
        (
            "{ \"a\": 1, \"b\": [1,2] }",
            "{ \"a\": 1, \"b\": [1,2], \"review_loops\": {\"01-01\":{\"cycle\":1,\"by\":[\"x\"]}} }",
        ),
        (
            "{\"review_loops\": {\"01-01\": {\"by\": [\"y\"]}}}",
            "{\"review_loops\": {\"01-01\": {\"by\": [\"y\", \"x\"], \"cycle\": 1}}}",
        ),
        (
            "{\n  \"k\": 1,\n  \"review_loops\": {\"01-02\":{}}\n}\n",
            "{\n  \"k\": 1,\n  \"review_loops\": {\"01-02\":{},\"01-01\":{\"cycle\":1,\"by\":[\"x\"]}}\n}\n",
        ),
        // What is empty stands as what holds it does.
        ("{}", r#"{"review_loops":{"01-01":{"cycle":1,"by":["x"]}}}"#),
        ("{ }\n", "{\"review_loops\":{\"01-01\":{\"cycle\":1,\"by\":[\"x\"]}} }\n"),
        (
            "{\"k\": 1, \"review_loops\": {}}\n",
            "{\"k\": 1, \"review_loops\": {\"01-01\": {\"cycle\":1,\"by\":[\"x\"]}}}\n",
        ),
        (r#"{"review_loops":{"01-01":{"by":[]}}}"#, r#"{"review_loops":{"01-01":{"by":["x"],"cycle":1}}}"#),
        (r#"{"review_loops":null,"k":{}}"#, r#"{"review_loops":{"01-01":{"cycle":1,"by":["x"]}},"k":{}}"#),
        (
            r#"{"review_loops":{"01-01":{"cycle":[{"a":1}],"by":["x"]}}}"#,
            r#"{"review_loops":{"01-01":{"cycle":1,"by":["x"]}}}"#,
        ),
    ] {
        let laid = laid(before, &wanted);
        assert_eq!(laid.replace("\": ", "\":"), after.replace("\": ", "\":"), "{before}");
        assert_eq!(merged(&laid, &wanted, &|_| Fate::Stays), Ok(None), "said once more it changes nothing");
    }
}

#[test]
fn things_on_one_line_are_merged_there() {
    let text = r#"{"issues":[{"id":"A","n":[1]},{"id":"B"}],"k":{}}"#;
    let wanted = json!({ "issues": [{ "id": "A", "n": [1, 2] }, { "id": "D" }] });
    let after = merged(text, &wanted, &leaves("B")).unwrap().unwrap();
    assert_eq!(after, r#"{"issues":[{"id":"A","n":[1,2]},{"id":"D"}],"k":{}}"#);
}

#[test]
fn things_with_an_id_are_merged_one_by_one() {
    let text = r#"{"issues": [{"id": "A", "title": "old", "seen_by": "x"}, {"id": "B"}, {"id": "C"}]}"#;
    let wanted = json!({ "issues": [{ "id": "A", "title": "new" }, { "id": "D" }] });
    let after = merged(text, &wanted, &leaves("C")).unwrap().unwrap();
    let read: Value = serde_json::from_str(&after).unwrap();
    assert_eq!(
        read["issues"],
        json!([{ "id": "A", "title": "new", "seen_by": "x" }, { "id": "B" }, { "id": "D" }]),
        "{after}"
    );
}

#[test]
fn a_thing_that_leaves_goes_without_what_others_added() {
    let text = "{\n  \"issues\": [\n    {\n      \"id\": \"A\",\n      \"severity\": \"LOW\",\n      \"theirs\": 1.50\n    }\n  ]\n}\n";
    let loses = |_: &Value| Fate::Loses(vec!["severity".to_owned()]);
    let after = merged(text, &json!({ "issues": [] }), &loses).unwrap().unwrap();
    assert!(after.contains("\"theirs\": 1.50") && !after.contains("severity"), "{after}");
}

#[test]
fn what_cannot_be_merged_is_refused() {
    let wanted = json!({ "review_loops": { "01-01": { "cycle": 1 } } });
    let refused = |text: &str| merged(text, &wanted, &|_| Fate::Stays).unwrap_err();
    for text in ["", "{", "{'a': 1}", "{\"a\": 1,}", "// note\n{}", "{\"a\": NaN}"] {
        assert!(matches!(refused(text), Unmergeable::NotJson { .. }), "{text}");
    }
    let deep = format!("{{\"a\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(refused(&deep), Unmergeable::NotJson { .. }));
    assert_eq!(refused("[]"), Unmergeable::NotAnObject);
    assert_eq!(refused("{\"review_loops\": 3}"), Unmergeable::WrongKind { key: "review_loops".to_owned() });
    let twice = "{\"review_loops\": {}, \"review_loops\": {}}";
    assert_eq!(refused(twice), Unmergeable::Twice { key: "review_loops".to_owned() });
    // A null is nothing yet.
    assert!(laid("{\"review_loops\": null}", &wanted).contains("01-01"));
}
