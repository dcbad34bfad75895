//! Calls of `verify_phase` that name no phase, an unknown field, or say of its items what is not taken: each refusal names
//! the field, why, and the call that works (SPEC 13.5).

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests pass json!() literals")]

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::desk::Desk;
use crate::scene::Scene;
use crate::sent_again::named;
use crate::wild_phases::{item, phase, verify};

const PAY: &str = "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n";
const BUY: &str = "import { pay } from './pay.js';\n\nexport const buy = (cart, card) => pay(cart, card);\n";
const MUST_HAVES: &str = "must_haves:\n  truths:\n    - \"A payment is taken once\"\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n";

fn scene() -> (Scene, Desk, Value) {
    let scene = phase(MUST_HAVES, "# Summary\n\nDone.\n", &[("src/pay.js", PAY), ("src/buy.js", BUY)]);
    let desk = Desk::at(scene.root());
    let truth = item(&verify(&desk, json!({})), "truth")["id"].clone();
    (scene, desk, truth)
}

/// Sends what is refused; what is refused and the call that it names.
fn refused(desk: &Desk, call: Value) -> (String, Value) {
    let why = desk.refused("verify_phase", call);
    let (tool, arguments, _) = named(&why).unwrap_or_default();
    assert_eq!(tool, "verify_phase", "{why}");
    (why, arguments)
}

#[test]
fn a_call_that_names_no_phase_hears_which_there_are() {
    let (scene, desk, truth) = scene();
    let plan = "---\nphase: 04-ship\nplan: 01\nmust_haves:\n  artifacts:\n    - path: src/ship.js\n---\n";
    scene.write(".planning/phases/04-ship/04-01-PLAN.md", plan);
    let (why, call) = refused(&desk, json!({}));
    assert!(
        why.starts_with("`phase`: no phase is named") && why.contains("Phases here: 03-pay, 04-ship"),
        "{why}"
    );
    assert_eq!(call, json!({ "phase": "03-pay" }), "the last of which something is finished: {why}");
    // What was said belongs to a phase that only the caller knows.
    let mut client = Client::start(scene.root(), Era::Stateless);
    let judged = json!({ "judgements": [{ "item_id": truth, "status": "failed", "evidence": [{ "file": "src/pay.js" }] }] });
    let why = client.call("verify_phase", judged.clone()).text;
    let (_, call, fill) = named(&why).unwrap();
    assert_eq!((call, fill), (judged, vec!["phase".to_owned()]), "{why}");
    std::fs::remove_file(scene.root().join(".planning/phases/03-pay/03-01-SUMMARY.md")).unwrap();
    let (why, call) = refused(&desk, json!({}));
    assert_eq!(call, json!({ "phase": "04-ship", "partial": true }), "{why}");
    // Where there is none, it is told how one is made.
    let empty = Scene::new();
    empty.commit("start", &[("README.md", "x\n")]);
    let why = Desk::at(empty.root()).call("verify_phase", json!({})).unwrap_err();
    assert!(why.contains("`phase`") && why.contains(".planning/phases/01-name/01-01-PLAN.md"), "{why}");
}

#[test]
fn a_judgement_that_is_not_taken_is_mended_where_there_is_one_way_to() {
    let (_scene, desk, truth) = scene();
    let judge = |id: &Value, evidence: Value| json!({ "phase": "3", "judgements": [{ "item_id": id, "status": "verified", "evidence": evidence }] });
    let cited = json!([{ "file": "src/pay.js", "line": 2, "text": "card.charge(cart.total())" }]);
    // An id of nobody: those that are open are named.
    let (why, call) = refused(&desk, judge(&json!("nothing"), cited.clone()));
    assert!(why.starts_with("`judgements[0].item_id`:"), "{why}");
    let open =
        format!("Items open to a judgement: {} (\"A payment is taken once\")", truth.as_str().unwrap());
    assert!(why.contains(&open), "{why}");
    assert_eq!(
        call["judgements"][0]["item_id"],
        format!("<your item_id: {}>", truth.as_str().unwrap()),
        "{why}"
    );
    // Its words in place of its id, and a text that stands in one other line: there is one reading.
    let (why, call) = refused(&desk, judge(&json!("A payment is taken once"), cited.clone()));
    assert_eq!(call["judgements"], judge(&truth, cited.clone())["judgements"], "{why}");
    let beside = json!([{ "file": "src/pay.js", "line": 1, "text": "card.charge(cart.total())" }]);
    let (why, call) = refused(&desk, judge(&truth, beside));
    assert!(why.starts_with("`judgements[0].evidence[0]`:") && why.contains("stands in line 2"), "{why}");
    assert_eq!(call["judgements"], judge(&truth, cited.clone())["judgements"], "{why}");
    // What only the caller knows is left to him, with a citation that is real.
    for (evidence, field) in [
        (json!([]), "evidence"),
        (json!([{ "file": "src/gone.js", "line": 1 }]), "evidence[0]"),
        (json!([{ "commit": "ffffffff" }]), "evidence[0]"),
        (json!([{ "file": "src/pay.js", "line": 2 }, { "file": "src/pay.js", "line": 90 }]), "evidence[1]"),
    ] {
        let (why, call) = refused(&desk, judge(&truth, evidence.clone()));
        assert!(why.starts_with(&format!("`judgements[0].{field}`:")), "{evidence}: {why}");
        assert!(
            why.contains("cited like {\"file\":\"src/") && why.contains("\"line\":"),
            "{evidence}: {why}"
        );
        assert!(
            call.to_string().contains("<your file>") && why.contains("Put the real value"),
            "{evidence}: {why}"
        );
    }
    // What is not the verifier's to say is left out; the rest is sent again.
    let artifact = item(&verify(&desk, json!({})), "artifact")["id"].clone();
    let both = json!({ "phase": "3", "judgements": [
        { "item_id": artifact, "status": "failed", "evidence": [{ "file": "src/pay.js", "line": 2 }] },
        { "item_id": truth, "status": "verified", "evidence": cited },
    ] });
    let (why, call) = refused(&desk, both);
    assert!(
        why.starts_with("`judgements[0].item_id`:") && why.contains("Items open to a judgement"),
        "{why}"
    );
    assert_eq!(call["judgements"], judge(&truth, cited.clone())["judgements"], "{why}");
    // Nothing of all this was recorded.
    assert_eq!(item(&verify(&desk, json!({})), "truth")["status"], "needs_judgement");
    desk.ok("verify_phase", judge(&truth, cited));
    let (why, call) =
        refused(&desk, json!({ "phase": "3", "confirmations": [{ "item_id": truth, "answer": "yes" }] }));
    assert!(why.contains("No item of this phase is open to a person's answer now"), "{why}");
    assert_eq!(call, json!({ "phase": "03-pay" }));
}

#[test]
fn what_tells_of_failure_verifies_nothing_and_the_call_says_failed() {
    let (scene, desk, truth) = scene();
    scene.write("out/run.log", "# tests\nFAILED tests/pay.py::test_once - assert 2 == 1\n");
    let code = json!({ "file": "src/pay.js", "line": 2, "text": "card.charge(cart.total())" });
    let judge = |status: &str, evidence: Value| json!({ "phase": "03-pay", "judgements": [{ "item_id": truth, "status": status, "evidence": evidence }] });
    for (entry, says) in [
        (json!({ "command": "npm test", "text": "3 passed, 1 failed" }), "3 passed, 1 failed"),
        (json!({ "command": "npm test", "text": "it failed: the card was charged twice" }), "it failed"),
        (json!({ "command": "node once.js", "text": "not done yet" }), "not done yet"),
        (json!({ "command": "node once.js", "text": "exit code 1" }), "exit code 1"),
        (
            json!({ "file": "out/run.log", "line": 2, "text": "FAILED tests/pay.py::test_once" }),
            "FAILED tests/pay.py::test_once",
        ),
    ] {
        let (why, call) = refused(&desk, judge("verified", json!([code, entry])));
        assert!(why.starts_with("`judgements[0].evidence[1]`:") && why.contains(says), "{why}");
        assert_eq!(call, judge("failed", json!([code, entry])), "{why}");
    }
    // What was found is a failure all the same, and other results are none.
    desk.ok(
        "verify_phase",
        judge("failed", json!([{ "command": "npm test", "text": "3 passed, 1 failed" }])),
    );
    for text in
        ["4 passed, 0 failed", "charged once; a failed card is left alone", "failed before, passes now"]
    {
        let again = desk
            .ok("verify_phase", judge("verified", json!([code, { "command": "npm test", "text": text }])));
        assert_eq!(item(&again, "truth")["status"], "verified", "{text}: {again:#}");
    }
}

#[test]
fn a_judgement_rests_on_no_promised_file_that_failed() {
    let must_haves = "must_haves:\n  truths:\n    - \"A payment is taken once\"\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n    - path: src/buy.js\n      exports: [buy]\n      min_lines: 30\n";
    let main = "import { buy } from './buy.js';\n\nbuy(process.argv, { charge: (n) => console.info(n) });\n";
    let files = [("src/pay.js", PAY), ("src/buy.js", BUY), ("src/main.js", main)];
    let scene = phase(must_haves, "# Summary\n\nDone.\n", &files);
    let desk = Desk::at(scene.root());
    let truth = item(&verify(&desk, json!({})), "truth")["id"].clone();
    let judge = |evidence: Value| json!({ "phase": "03-pay", "judgements": [{ "item_id": truth, "status": "verified", "evidence": evidence }] });
    let failed = json!({ "file": "src/buy.js", "line": 3, "text": "pay(cart, card)" });
    let (why, call) = refused(&desk, judge(json!([failed])));
    assert!(why.contains("rests on nothing but what failed itself: artifact `src/buy.js`"), "{why}");
    // With its fault, and not with what is well about it.
    assert!(why.contains("lines") && !why.contains("wired: "), "{why}");
    assert_eq!(call["judgements"][0]["status"], "failed", "{why}");
    let sound = json!({ "file": "src/pay.js", "line": 2, "text": "card.charge(cart.total())" });
    desk.ok("verify_phase", judge(json!([failed, sound])));
}

#[test]
fn the_report_says_what_a_verifier_found_missing_and_where_to_mend_a_link() {
    let must_haves = "must_haves:\n  truths:\n    - \"A payment is taken once\"\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n    - path: src/buy.js\n      min_lines: 30\n  key_links:\n    - from: src/main.js\n      to: src/pay.js\n      pattern: \"refund\\\\(\"\n";
    let main = "import { buy } from './buy.js';\n\nbuy(process.argv, { charge: (n) => console.info(n) });\n";
    let files = [("src/pay.js", PAY), ("src/buy.js", BUY), ("src/main.js", main)];
    let scene = phase(must_haves, "# Summary\n\nDone.\n", &files);
    let desk = Desk::at(scene.root());
    let truth = item(&verify(&desk, json!({})), "truth")["id"].clone();
    let note = "Nothing keeps a second call of pay() from charging again.";
    let code = json!({ "file": "src/pay.js", "line": 2, "text": "card.charge(cart.total())" });
    let judged = json!({ "item_id": truth, "status": "failed", "evidence": [code], "note": note });
    let answer = desk.ok("verify_phase", json!({ "phase": "03-pay", "judgements": [judged] }));
    let gap = |kind: &str| {
        let mut gaps = answer["gaps"].as_array().unwrap().iter();
        gaps.find(|gap| gap["kind"] == kind).unwrap_or_else(|| panic!("{kind}: {answer:#}")).clone()
    };
    assert_eq!(gap("truth")["reason"], format!("judged failed by the verifier: {note}"));
    assert_eq!(gap("key_link")["artifacts"][0]["path"], "src/main.js");
    let file = gap("artifact")["reason"].as_str().unwrap().to_owned();
    assert!(file.contains("lines") && !file.contains("wired: "), "{file}");
    let report = std::fs::read_to_string(scene.root().join(answer["report"].as_str().unwrap())).unwrap();
    assert!(report.contains(note), "{report}");
}

#[test]
fn a_name_that_leads_nowhere_in_a_word_on_an_item_falls_out_with_what_the_word_decides() {
    let (scene, _, truth) = scene();
    let mut client = Client::start(scene.root(), Era::Stateless);
    let place = json!({ "file": "src/pay.js", "line": 2, "text": "card.charge(cart.total())" });
    let mut scored = place.clone();
    scored["score"] = json!(3);
    for (given, field, asked) in [
        (
            json!({ "phase": "3", "judgements": [{ "item_id": truth, "status": "verified", "evidence": [place], "confidence": 0.4 }] }),
            "judgements[0].confidence",
            json!({ "phase": "3", "judgements": [{ "item_id": truth, "status": "<your status: verified | failed | partial | uncertain>", "evidence": [place] }] }),
        ),
        (
            json!({ "phase": "3", "judgements": [{ "item_id": truth, "status": "verified", "evidence": [scored] }] }),
            "judgements[0].evidence[0].score",
            json!({ "phase": "3", "judgements": [{ "item_id": truth, "status": "<your status: verified | failed | partial | uncertain>", "evidence": [place] }] }),
        ),
        (
            json!({ "phase": "3", "overrides": [{ "item_id": truth, "reason": "It will do", "decided_by": "Ada", "until": "May" }] }),
            "overrides[0].until",
            json!({ "phase": "3", "overrides": [{ "item_id": truth, "reason": "<your reason>", "decided_by": "Ada" }] }),
        ),
    ] {
        let answer = client.call("verify_phase", given.clone());
        assert!(answer.is_error, "{given}");
        assert!(answer.text.starts_with(&format!("`{field}`: is no field here")), "{}", answer.text);
        assert!(answer.text.contains(&format!("leaves `{field}` out")), "{}", answer.text);
        let (tool, call, _) = named(&answer.text).unwrap();
        assert_eq!((tool.as_str(), &call), ("verify_phase", &asked), "{}", answer.text);
        // Sent unread it is refused: what was said beside the word may have turned it.
        assert!(client.call("verify_phase", call).is_error, "{given}");
    }
}

#[test]
fn an_override_of_what_a_person_verified_hears_the_way() {
    let must_haves = "must_haves:\n  truths:\n    - \"The form looks right on a phone\"\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n";
    let scene = phase(must_haves, "# Summary\n\nDone.\n", &[("src/pay.js", PAY), ("src/buy.js", BUY)]);
    let desk = Desk::at(scene.root());
    let truth = item(&verify(&desk, json!({})), "truth")["id"].clone();
    let confirm =
        |answer: &str| json!({ "phase": "3", "confirmations": [{ "item_id": truth, "answer": answer }] });
    let waive = json!({ "phase": "3", "overrides": [{ "item_id": truth, "reason": "The phone comes later", "decided_by": "Ada" }] });
    desk.ok("verify_phase", confirm("yes"));
    let (why, call) = refused(&desk, waive.clone());
    assert!(why.starts_with("`overrides[0].item_id`:") && why.contains("by a confirmation of `no`"), "{why}");
    assert_eq!(call, json!({ "phase": "03-pay" }), "{why}");
    // The way that is named leads there.
    desk.ok("verify_phase", confirm("no"));
    let waived = desk.ok("verify_phase", waive);
    assert_eq!(item(&waived, "truth")["status"], "overridden", "{waived:#}");
}

#[test]
fn an_unknown_field_is_told_with_its_nearest_and_the_call_or_with_all_there_are() {
    let (scene, _, truth) = scene();
    let mut client = Client::start(scene.root(), Era::Stateless);
    for (given, says, mended) in [
        (json!({ "phase_id": "3" }), "nearest is `phase`", json!({ "phase": "3" })),
        (json!({ "phaseNumber": "3" }), "nearest is `phase`", json!({ "phase": "3" })),
        (
            json!({ "phase": "3", "judgments": [] }),
            "nearest is `judgements`",
            json!({ "phase": "3", "judgements": [] }),
        ),
        (
            json!({ "phase": "3", "judgements": [{ "item_id": truth, "status": "verified", "evidence": [{ "file_path": "src/pay.js", "line": 2 }] }] }),
            "nearest is `file`",
            json!({ "phase": "3", "judgements": [{ "item_id": truth, "status": "verified", "evidence": [{ "file": "src/pay.js", "line": 2 }] }] }),
        ),
    ] {
        let answer = client.call("verify_phase", given.clone());
        assert!(answer.is_error && answer.text.contains(says), "{}", answer.text);
        let (tool, call, _) = named(&answer.text).unwrap();
        assert_eq!((tool.as_str(), &call), ("verify_phase", &mended), "{given}: {}", answer.text);
        let again = client.call(&tool, call);
        assert!(!again.is_error, "{given}: {}", again.text);
    }
    // A word that says something else is no such name.
    let answer = client.call("verify_phase", json!({ "phase_goal": "pay" }));
    let text = &answer.text;
    assert!(text.contains("only you can tell") && text.contains("nearest is `phase`"), "{text}");
    assert!(text.contains("Fields: `phase`, `partial`, `judgements`"), "{text}");
}
