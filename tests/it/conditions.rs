//! Conditions of findings and their patches, over a real repository and the real server: when `fixed` counts, and
//! whether a patch applies (SPEC 6.9, 7.3).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::scene::Scene;

const CART: &str = "export function total(cart) {\n  return cart.sum - cart.code.amount;\n}\n";

/// A scene with the change of `src/cart.js` under review, and the answer of `record_findings` with these findings.
fn reviewed(findings: &Value) -> (Scene, Client, Value) {
    let scene = Scene::new();
    let base = scene.commit("base", &[("README.md", "# Cart\n")]);
    scene.commit("feat(CART): codes", &[("src/cart.js", CART)]);
    let mut client = Client::start(scene.root(), Era::Stateless);
    let opened = client.call(
        "review_task",
        json!({ "id": "CART", "title": "Codes", "criteria": "Expired codes are refused",
                "base": base.as_str(), "files": ["src/cart.js"] }),
    );
    assert!(!opened.is_error, "{}", opened.text);
    let mut arguments = opened.structured["next"]["call"]["arguments"].clone();
    arguments["verdict"] = json!("changes_requested");
    arguments["findings"] = findings.clone();
    let recorded = client.call("record_findings", arguments);
    assert!(!recorded.is_error, "{}", recorded.text);
    (scene, client, recorded.structured)
}

fn finding(title: &str, more: &Value) -> Value {
    let mut finding = json!({
        "severity": "high", "stage": "quality", "title": title, "why": "codes are taken for ever",
        "locations": [{ "file": "src/cart.js", "line": 2 }],
    });
    for (key, value) in more.as_object().unwrap() {
        finding[key] = value.clone();
    }
    finding
}

/// Answers F1 as fixed and returns what the server holds of that.
fn claimed(client: &mut Client, next: &Value) -> Value {
    let mut arguments = next["call"]["arguments"].clone();
    arguments["responses"] =
        json!([{ "finding_id": "F1", "response": "fixed", "details": "looks at the date" }]);
    let answered = client.call("respond_findings", arguments);
    assert!(!answered.is_error, "{}", answered.text);
    answered.structured
}

/// Opens the next pass, approves it, and returns the answer.
fn approved(client: &mut Client, answered: &Value) -> Value {
    let opened = client.call("review_task", answered["next"]["call"]["arguments"].clone());
    assert!(!opened.is_error, "{}", opened.text);
    let mut arguments = opened.structured["next"]["call"]["arguments"].clone();
    arguments["verdict"] = json!("approved");
    arguments["findings"] = json!([]);
    let recorded = client.call("record_findings", arguments);
    assert!(!recorded.is_error, "{}", recorded.text);
    recorded.structured
}

fn codes(answer: &Value) -> Vec<&str> {
    answer["remarks"].as_array().into_iter().flatten().filter_map(|r| r["code"].as_str()).collect()
}

#[test]
fn fixed_counts_once_the_condition_holds() {
    let condition = json!({ "closed_when": "src/cart.js contains expires" });
    let (scene, mut client, recorded) = reviewed(&json!([finding("Expired codes are taken", &condition)]));
    assert!(
        recorded["next"]["brief"].as_str().unwrap().contains("counts as mended when | src/cart.js contains")
    );

    // A change at the place, and the word in a comment only.
    let half = CART.replace("return cart.sum", "// expires is looked at\n  return +cart.sum");
    scene.commit("fix(CART): date", &[("src/cart.js", &half)]);
    let answered = claimed(&mut client, &recorded["next"]);
    assert_eq!(answered["claims"][0]["evidence"], "condition_open", "{answered}");
    let recorded = approved(&mut client, &answered);
    assert_eq!(recorded["verdict"], "changes_requested", "{recorded}");
    assert!(codes(&recorded).contains(&"closed_when_open"), "{recorded}");

    let whole = CART.replace("return cart", "if (cart.code.expires < now()) throw 0;\n  return cart");
    scene.commit("fix(CART): date", &[("src/cart.js", &whole)]);
    let answered = claimed(&mut client, &recorded["next"]);
    assert_eq!(answered["claims"][0]["evidence"], "condition_met", "{answered}");
    let recorded = approved(&mut client, &answered);
    assert_eq!(recorded["verdict"], "approved", "{recorded}");
    assert_eq!(recorded["resolved"], json!(["F1"]));
}

/// A text that stands as a statement does nothing.
#[test]
fn a_text_that_nothing_takes_meets_no_condition() {
    let condition = json!({ "closed_when": "src/cart.js contains expires" });
    for written in ["\"expires\";\n  return cart.sum", "\"expires\"; return cart.sum"] {
        let (scene, mut client, recorded) =
            reviewed(&json!([finding("Expired codes are taken", &condition)]));
        scene.commit("fix(CART): date", &[("src/cart.js", &CART.replace("return cart.sum", written))]);
        let answered = claimed(&mut client, &recorded["next"]);
        assert_eq!(answered["claims"][0]["evidence"], "condition_open", "{answered}");
        assert_eq!(approved(&mut client, &answered)["verdict"], "changes_requested");
    }
}

/// The change's only file: then nothing of it is left to pin.
#[test]
fn a_file_that_was_deleted_as_the_fix_has_changed() {
    let (scene, mut client, recorded) = reviewed(&json!([finding("Codes are taken", &json!({}))]));
    scene.edit("fix(CART): drop it", &[crate::scene::Edit::Remove("src/cart.js")]);
    std::fs::remove_file(scene.root().join("src/cart.js")).ok();
    let answered = claimed(&mut client, &recorded["next"]);
    assert_eq!(answered["claims"][0]["evidence"], "region_changed", "{answered}");
}

/// The pattern is gone from the text, and what it stood for is not.
#[test]
fn a_blank_takes_nothing_away() {
    let condition = json!({ "closed_when": "src/cart.js lacks cart\\.sum" });
    let blank = CART.replace("cart.sum", "cart/* */ .sum");
    // Nor is it gone for good once something else in the file changes.
    let beside = format!("{blank}\n\n\n\n\n\nexport const later = 1;\n");
    let mended = CART.replace("cart.sum", "net(cart)");
    for (then, evidence, verdict) in
        [(beside, "condition_open", "changes_requested"), (mended, "condition_met", "approved")]
    {
        let (scene, mut client, recorded) = reviewed(&json!([finding("The sum is trusted", &condition)]));
        scene.commit("fix(CART): sum", &[("src/cart.js", &blank)]);
        let answered = claimed(&mut client, &recorded["next"]);
        assert_eq!(answered["claims"][0]["evidence"], "condition_open", "{answered}");
        let recorded = approved(&mut client, &answered);
        assert_eq!(recorded["verdict"], "changes_requested", "{recorded}");
        assert!(codes(&recorded).contains(&"closed_when_open"), "{recorded}");

        scene.commit("fix(CART): more", &[("src/cart.js", &then)]);
        let answered = claimed(&mut client, &recorded["next"]);
        assert_eq!(answered["claims"][0]["evidence"], evidence, "{answered}");
        assert_eq!(approved(&mut client, &answered)["verdict"], verdict);
    }
}

#[test]
fn what_is_no_condition_is_refused_by_its_field() {
    for (condition, expected) in [
        ("when it is done", "FILE contains REGEX"),
        ("../cart.js exists", "names `../cart.js`"),
        ("src/cart.js contains (", "does not compile"),
        ("src/cart.js lacks .*", "any text matches"),
        ("src/cart.js contains \"net === 0\"", "send `src/cart.js contains net === 0`"),
        ("`src/cart.js` contains /net === 0/", "send `src/cart.js contains net === 0`"),
        ("src/cart.js:5 contains net", "names line 5 of `src/cart.js`"),
    ] {
        let scene = Scene::new();
        let base = scene.commit("base", &[("README.md", "# Cart\n")]);
        scene.commit("feat(CART): codes", &[("src/cart.js", CART)]);
        let mut client = Client::start(scene.root(), Era::Stateless);
        let opened = client.call(
            "review_task",
            json!({ "id": "CART", "title": "Codes", "criteria": "Expired codes are refused", "base": base.as_str() }),
        );
        let mut arguments = opened.structured["next"]["call"]["arguments"].clone();
        arguments["verdict"] = json!("changes_requested");
        arguments["findings"] = json!([finding("Codes", &json!({ "closed_when": condition }))]);
        let refused = client.call("record_findings", arguments);
        assert!(refused.is_error, "{condition}: {}", refused.text);
        assert!(refused.text.contains("findings[0].closed_when"), "{condition}: {}", refused.text);
        assert!(refused.text.contains(expected), "{condition}: {}", refused.text);
    }
}

#[test]
fn a_patch_is_checked_to_apply() {
    let patch = |line: &str| {
        format!(
            "--- a/src/cart.js\n+++ b/src/cart.js\n@@ -1,3 +1,3 @@\n export function total(cart) {{\n-  {line}\n+  return net(cart);\n }}\n"
        )
    };
    let fits = patch("return cart.sum - cart.code.amount;");
    let (_, _, recorded) =
        reviewed(&json!([finding("Codes are taken for ever", &json!({ "fix_patch": fits })),]));
    assert_eq!(codes(&recorded), Vec::<&str>::new(), "{recorded}");
    let brief = recorded["next"]["brief"].as_str().unwrap();
    assert!(brief.contains("patch (applies to what was reviewed) | --- a/src/cart.js"), "{brief}");

    for (patch, why) in [
        (patch("return cart.total;"), "does not apply"),
        (fits.replace("src/cart.js", "src/other.js"), "does not apply"),
        (fits.replace("src/cart.js", "../outside.js"), "does not apply"),
        (fits.replace("+++ b/src/cart.js", "+++ b/../../cart.js"), "does not apply"),
        (fits.replace("+  return net(cart);", "+  return cart.sum - cart.code.amount;"), "changes nothing"),
        ("return net(cart);".to_owned(), "no unified diff"),
        (
            "diff --git a/src/cart.js b/src/cart.js\nold mode 100644\nnew mode 100755\n".to_owned(),
            "changes nothing",
        ),
    ] {
        let (_, _, recorded) =
            reviewed(&json!([finding("Codes are taken for ever", &json!({ "fix_patch": patch }))]));
        assert_eq!(codes(&recorded), ["patch_does_not_apply"], "{patch}: {recorded}");
        assert!(recorded["remarks"][0]["message"].as_str().unwrap().contains(why), "{patch}: {recorded}");
        let brief = recorded["next"]["brief"].as_str().unwrap();
        assert!(brief.contains("patch (does not apply as it stands"), "{brief}");
    }
}

#[test]
fn a_test_that_passes_on_the_reviewed_tree_shows_no_fix() {
    let condition = json!({ "closed_when": "test cart::expired" });
    let (scene, mut client, recorded) = reviewed(&json!([finding("Expired codes are taken", &condition)]));
    let tests = |client: &mut Client, next: &Value| {
        let call = &next["call"]["arguments"];
        let run = json!({ "loop_id": call["loop_id"], "turn": call["turn"], "failed": [], "passed": ["cart::expired"] });
        let ran = client.call("record_tests", run);
        assert!(!ran.is_error, "{}", ran.text);
        ran.structured["next"].clone()
    };
    // Before the fix, and with an edit far from the place after it.
    let next = tests(&mut client, &recorded["next"]);
    scene.commit("fix(CART): a note", &[("src/cart.js", &format!("{CART}\n\n\n\nexport const more = 1;\n"))]);
    let answered = claimed(&mut client, &next);
    assert_eq!(answered["claims"][0]["evidence"], "condition_open", "{answered}");
    let recorded = approved(&mut client, &answered);
    assert_eq!(recorded["verdict"], "changes_requested", "{recorded}");
    // After it, the report counts.
    let whole = CART.replace("return cart", "if (cart.code.expires < now()) throw 0;\n  return cart");
    scene.commit("fix(CART): date", &[("src/cart.js", &whole)]);
    let next = tests(&mut client, &recorded["next"]);
    let answered = claimed(&mut client, &next);
    assert_eq!(answered["claims"][0]["evidence"], "condition_met", "{answered}");
    assert_eq!(approved(&mut client, &answered)["verdict"], "approved");
}
