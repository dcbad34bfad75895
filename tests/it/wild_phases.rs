//! What goes wrong in the wild when a phase is verified, and cannot here (SPEC 12, items 9 to 12): over a real
//! repository, by the calls a host makes.

#![allow(clippy::unwrap_used, clippy::panic, clippy::needless_pass_by_value, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, remarks_of};
use crate::scene::Scene;

const FOLDER: &str = ".planning/phases/03-pay";

/// A finished phase of one plan; its reviews are off, so that only what was promised decides.
pub(crate) fn phase(must_haves: &str, summary: &str, files: &[(&str, &str)]) -> Scene {
    let plan = format!(
        "---\nphase: 03-pay\nplan: 01\nwave: 1\ndepends_on: []\n{must_haves}---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Pay</name>\n  <files>src/pay.js</files>\n  <action>Write pay(cart, card).</action>\n</task>\n</tasks>\n"
    );
    let scene = Scene::new();
    let (plan_path, summary_path) = (format!("{FOLDER}/03-01-PLAN.md"), format!("{FOLDER}/03-01-SUMMARY.md"));
    let mut all = vec![
        (plan_path.as_str(), plan.as_str()),
        (summary_path.as_str(), summary),
        (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n"),
    ];
    all.extend_from_slice(files);
    scene.commit("feat(03-01): pay", &all);
    scene
}

pub(crate) fn verify(desk: &Desk, more: Value) -> Value {
    let mut call = json!({ "phase": "3" });
    call.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    desk.ok("verify_phase", call)
}

pub(crate) fn item<'a>(answer: &'a Value, kind: &str) -> &'a Value {
    let found = answer["items"].as_array().unwrap().iter().find(|i| i["kind"] == kind);
    found.unwrap_or_else(|| panic!("no {kind}: {answer:#}"))
}

/// The phase is not done: neither by its status nor by its next step, its report or its exit code.
fn assert_not_done(scene: &Scene, answer: &Value, status: &str) {
    assert_eq!(answer["status"], status, "{answer:#}");
    assert_ne!(answer["next"]["action"], "proceed", "{answer:#}");
    let report = std::fs::read_to_string(scene.root().join(answer["report"].as_str().unwrap())).unwrap();
    assert!(report.contains(&format!("\nstatus: {status}\n")), "{report}");
    let shell = std::process::Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["verify", "3", "--dry-run"])
        .current_dir(scene.root())
        .output()
        .unwrap();
    assert!(!shell.status.success(), "{}", String::from_utf8_lossy(&shell.stdout));
}

const PAY: &str = "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n";
const CALLER: &str =
    "import { pay } from './pay.js';\n\nexport const buy = (cart, card) => pay(cart, card);\n";

#[test]
fn wild_09_green_with_zero_items_checked_is_a_gap() {
    // Nothing is promised; then nothing but empty lists; then a promise that says nothing.
    for must_haves in [
        "",
        "must_haves:\n  truths: []\n  artifacts: []\n  key_links: []\n",
        "must_haves:\n  truths:\n    - \"\"\n",
        "must_haves:\n",
    ] {
        let scene = phase(
            must_haves,
            "# Summary\n\nAll done, 0 failed.\n",
            &[("src/pay.js", PAY), ("src/buy.js", CALLER)],
        );
        let answer = verify(&Desk::at(scene.root()), json!({}));
        assert!(remarks_of(&answer, "status").contains("nothing to verify"), "{must_haves}: {answer:#}");
        assert_not_done(&scene, &answer, "gaps_found");
    }
    // What only unfinished plans promise is not checked either, and `partial` does not make it green.
    let scene = phase("must_haves:\n  artifacts:\n    - path: src/pay.js\n", "", &[("src/pay.js", PAY)]);
    std::fs::remove_file(scene.root().join(FOLDER).join("03-01-SUMMARY.md")).unwrap();
    let answer = verify(&Desk::at(scene.root()), json!({ "partial": true }));
    assert_eq!(item(&answer, "artifact")["status"], "pending", "{answer:#}");
    assert_eq!(answer["status"], "gaps_found", "{answer:#}");
}

#[test]
fn wild_10_a_stub_does_not_pass_the_substantive_check() {
    let promised = "must_haves:\n  artifacts:\n    - path: src/pay.js\n      min_lines: 3\n      contains: \"charge\"\n      exports: [pay]\n";
    // Long enough, with the words, with the export, imported and called: and it does nothing.
    for stub in [
        "export function pay(cart, card) {\n  // charge the card\n  return null;\n}\n",
        "export function pay(cart, card) {\n  // charge\n\n\n}\n",
        "export function pay(cart, card) {\n  // charge\n  throw new Error('not implemented');\n}\n",
    ] {
        let scene = phase(promised, "# Summary\n\nDone.\n", &[("src/pay.js", stub), ("src/buy.js", CALLER)]);
        let answer = verify(&Desk::at(scene.root()), json!({}));
        let artifact = item(&answer, "artifact");
        assert_eq!(artifact["levels"]["exists"], true, "{artifact:#}");
        assert_eq!(artifact["levels"]["substantive"], false, "{stub}: {artifact:#}");
        assert_eq!(artifact["checks"]["stub"], false, "{stub}: {artifact:#}");
        assert_eq!(artifact["status"], "failed", "{stub}: {artifact:#}");
        assert_not_done(&scene, &answer, "gaps_found");
    }
    // A constant may be what was asked for: that is doubted, never verified.
    let constant = "export const pay = async () => {\n  const charge = { ok: true };\n  return charge;\n};\n";
    let scene = phase(promised, "# Summary\n\nDone.\n", &[("src/pay.js", constant), ("src/buy.js", CALLER)]);
    let answer = verify(&Desk::at(scene.root()), json!({}));
    assert_eq!(item(&answer, "artifact")["status"], "uncertain", "{answer:#}");
    assert_not_done(&scene, &answer, "human_needed");
    // The same promise kept passes: the check is no mere suspicion.
    let kept = phase(promised, "# Summary\n\nDone.\n", &[("src/pay.js", PAY), ("src/buy.js", CALLER)]);
    let answer = verify(&Desk::at(kept.root()), json!({}));
    assert_eq!(answer["status"], "passed", "{answer:#}");
}

#[test]
fn wild_11_the_verifier_does_not_believe_the_executors_summary() {
    let promised = "must_haves:\n  truths:\n    - \"A card is charged once\"\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n";
    let summary = "---\nphase: 03-pay\nplan: 01\nstatus: complete\nrequirements-completed: [PAY-01]\n---\n\n# Summary\n\n- [x] A card is charged once: VERIFIED\n- [x] src/pay.js: exists, substantive, wired\n\nAll must-haves are met. Phase 3: passed.\n\n## Self-Check: PASSED\n";
    // The summary's word changes nothing: with it and with an empty one the items read alike.
    let told = |summary: &str, files: &[(&str, &str)]| {
        let scene = phase(promised, summary, files);
        let answer = verify(&Desk::at(scene.root()), json!({}));
        (answer["status"].clone(), answer["items"].clone(), scene, answer)
    };
    let (status, items, scene, answer) = told(summary, &[("src/buy.js", CALLER)]);
    let (bare_status, bare_items, ..) = told("# Summary\n\nDone.\n", &[("src/buy.js", CALLER)]);
    assert_eq!((status, items), (bare_status, bare_items), "{answer:#}");
    assert_eq!(item(&answer, "artifact")["levels"]["exists"], false, "{answer:#}");
    assert_not_done(&scene, &answer, "gaps_found");

    // Nor does it serve as evidence, and the verifier is not shown it.
    let (.., scene, open) = told(summary, &[("src/pay.js", PAY), ("src/buy.js", CALLER)]);
    assert_eq!(item(&open, "truth")["status"], "needs_judgement", "{open:#}");
    let brief = open["next"]["brief"].as_str().unwrap();
    assert!(!brief.contains("Self-Check") && !brief.contains("All must-haves are met"), "{brief}");
    let desk = Desk::at(scene.root());
    let judged = |evidence: Value| {
        json!({ "phase": "3", "judgements": [
            { "item_id": item(&open, "truth")["id"], "status": "verified", "evidence": evidence }
        ] })
    };
    let path = format!("{FOLDER}/03-01-SUMMARY.md");
    let why =
        desk.refused("verify_phase", judged(json!([{ "file": path, "text": "A card is charged once" }])));
    assert!(why.contains("planning folder"), "{why}");
    let why = desk.refused("verify_phase", judged(json!([])));
    assert!(why.contains("evidence"), "{why}");
    assert_eq!(verify(&desk, json!({}))["status"], "human_needed", "what was refused left nothing");
    let passed =
        desk.ok("verify_phase", judged(json!([{ "file": "src/pay.js", "line": 2, "text": "card.charge" }])));
    assert_eq!(passed["status"], "passed", "{passed:#}");
}

#[test]
fn wild_12_human_needed_is_not_done() {
    let promised = "must_haves:\n  truths:\n    - \"The receipt looks right on paper\"\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n";
    let scene = phase(promised, "# Summary\n\nDone.\n", &[("src/pay.js", PAY), ("src/buy.js", CALLER)]);
    let desk = Desk::at(scene.root());
    let mut answer = verify(&desk, json!({}));
    // However often it is asked: one item waits for a person, and the call says which and how.
    for _ in 0..3 {
        assert_eq!(item(&answer, "truth")["status"], "needs_human", "{answer:#}");
        assert_eq!(answer["next"]["action"], "confirm", "{answer:#}");
        assert_eq!(answer["next"]["options"], json!(["yes", "no", "partial"]), "{answer:#}");
        assert_not_done(&scene, &answer, "human_needed");
        answer = verify(&desk, json!({}));
    }
    let id = item(&answer, "truth")["id"].clone();
    // No agent's judgement stands in for the person.
    let why = desk.refused(
        "verify_phase",
        json!({ "phase": "3", "judgements": [
            { "item_id": id, "status": "verified", "evidence": [{ "file": "src/pay.js", "line": 2 }] }
        ] }),
    );
    assert!(why.contains("person") || why.contains("confirmations"), "{why}");
    let status = desk.ok("loop_status", json!({}));
    assert!(!status.to_string().contains("\"passed\""), "{status:#}");
    // A person's no is a gap, a later yes is what ends it.
    let said =
        |answer: &str| json!({ "confirmations": [{ "item_id": id, "answer": answer, "note": "I looked" }] });
    assert_not_done(&scene, &verify(&desk, said("no")), "gaps_found");
    let fixed = PAY.replace("cart.total()", "cart.sum()");
    scene.commit("fix(03-01): pay the sum", &[("src/pay.js", &fixed)]);
    assert_not_done(&scene, &verify(&desk, json!({})), "human_needed");
    assert_eq!(verify(&desk, said("yes"))["status"], "passed");
}
