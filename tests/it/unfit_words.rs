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
