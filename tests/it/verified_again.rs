//! A phase that is verified again: what changed since the last report, and what of it the plan does not ask for any more
//! (SPEC 9.8).

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::domain::phase::PhaseEvent;
use serde_json::{Value, json};

use crate::desk::{Desk, codes, remarks_of};
use crate::scene::Scene;
use crate::wild_phases::{item, phase, verify};

const PLAN: &str = ".planning/phases/03-pay/03-01-PLAN.md";
const PAY: &str = "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n";
const BUY: &str = "import { pay } from './pay.js';\n\nexport const buy = (cart, card) => pay(cart, card);\n";
const ONE: &str = "must_haves:\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n";
const TWO: &str = "must_haves:\n  artifacts:\n    - path: src/pay.js\n      exports: [pay]\n    - path: src/refund.js\n      exports: [refund]\n";

fn report_of(scene: &Scene, answer: &Value) -> String {
    std::fs::read_to_string(scene.root().join(answer["report"].as_str().unwrap())).unwrap()
}

/// Writes the plan's promises anew.
fn promise(scene: &Scene, must_haves: &str) {
    let text = std::fs::read_to_string(scene.root().join(PLAN)).unwrap();
    let (head, rest) = text.split_once("must_haves:\n").unwrap();
    let (_, tail) = rest.split_once("---\n").unwrap();
    scene.write(PLAN, format!("{head}{must_haves}---\n{tail}"));
}

#[test]
fn a_report_is_stale_when_the_user_of_a_promised_file_has_changed() {
    let files = [("src/pay.js", PAY), ("src/buy.js", BUY), ("src/other.js", "export const one = 1;\n")];
    let scene = phase(ONE, "# Summary\n\nDone.\n", &files);
    let desk = Desk::at(scene.root());
    let first = verify(&desk, json!({}));
    assert_eq!(first["status"], "passed", "{first:#}");
    assert!(item(&first, "artifact").to_string().contains("src/buy.js"), "{first:#}");
    let report = report_of(&scene, &first);
    assert!(
        report.contains("covered_files: [\"src/buy.js\", ") || report.contains(", \"src/buy.js\""),
        "{report}"
    );
    let told = || {
        let status = desk.ok("loop_status", json!({ "phase": "3" }));
        (codes(&status).contains(&"stale"), codes(&verify(&desk, json!({}))).contains(&"stale"))
    };
    assert_eq!(told(), (false, false), "nothing changed");
    scene.write("src/other.js", "export const one = 2;\n");
    assert_eq!(told(), (false, false), "a file of which nothing was said");
    // Nobody uses it any more; the promised file is as it was.
    scene.write("src/buy.js", "export const buy = (cart, card) => card.charge(cart);\n");
    assert_eq!(told(), (true, true));
    assert_eq!(told(), (false, false), "the report was written anew");
    scene.write("src/buy.js", BUY);
    verify(&desk, json!({}));
    std::fs::remove_file(scene.root().join("src/buy.js")).unwrap();
    assert_eq!(told(), (true, true), "its user is gone");
}

#[test]
fn a_gap_whose_promise_left_the_plan_is_not_forgotten() {
    let files = [("src/pay.js", PAY), ("src/buy.js", BUY)];
    let scene = phase(TWO, "# Summary\n\nDone.\n", &files);
    let desk = Desk::at(scene.root());
    let first = verify(&desk, json!({}));
    assert_eq!(first["status"], "gaps_found", "{first:#}");
    assert_eq!(remarks_of(&first, "no_longer_promised"), "");
    promise(&scene, ONE);
    // What is left is kept, and each report from now on says what it does not speak of.
    for _ in 0..2 {
        let again = verify(&desk, json!({}));
        assert_eq!(again["status"], "passed", "{again:#}");
        let said = remarks_of(&again, "no_longer_promised");
        assert!(said.contains("src/refund.js (was failed)"), "{again:#}");
        assert!(again["next"]["warnings"].to_string().contains("src/refund.js (was failed)"), "{again:#}");
        let report = report_of(&scene, &again);
        assert!(report.contains("  no_longer_promised: [\"src/refund.js (was failed)\"]\n"), "{report}");
        assert!(report.contains("\n- No longer promised: src/refund.js (was failed)\n"), "{report}");
    }
    // Promised again it is a gap as before; once it is kept, its leaving hides nothing.
    promise(&scene, TWO);
    let back = verify(&desk, json!({}));
    assert_eq!(
        (&back["status"], remarks_of(&back, "no_longer_promised")),
        (&json!("gaps_found"), String::new())
    );
    scene.write("src/refund.js", "import { pay } from './pay.js';\n\nexport function refund(cart, card) {\n  return pay(cart.negated(), card);\n}\n");
    scene.write(
        "src/back.js",
        "import { refund } from './refund.js';\n\nexport const back = (cart, card) => refund(cart, card);\n",
    );
    let kept = verify(&desk, json!({}));
    assert_eq!(kept["status"], "passed", "{kept:#}");
    promise(&scene, ONE);
    let last = verify(&desk, json!({}));
    assert_eq!(remarks_of(&last, "no_longer_promised"), "", "{last:#}");
}

#[test]
fn a_report_of_an_older_version_is_read_without_what_came_later() {
    let old = json!({
        "type": "reported", "status": "passed", "score": "1/1 must-haves verified",
        "verified": ["0123456789ab"], "gaps": [], "covered_digest": "b1549b958ac07945974d055bb69465f6",
    });
    let event: PhaseEvent = serde_json::from_value(old.clone()).unwrap();
    assert_eq!(serde_json::to_value(&event).unwrap(), old);
}

#[test]
fn a_plan_whose_summary_tells_of_nothing_is_not_finished() {
    const SUMMARY: &str = ".planning/phases/03-pay/03-01-SUMMARY.md";
    for bare in [
        "",
        "\n",
        "# Summary\n",
        "---\nphase: 03-pay\nstatus: complete\n---\n\n# Summary\n\n## What was done\n",
    ] {
        let scene = phase(ONE, bare, &[("src/pay.js", PAY), ("src/buy.js", BUY)]);
        let desk = Desk::at(scene.root());
        let why = desk.refused("verify_phase", json!({ "phase": "3" }));
        assert!(why.starts_with("`partial`:") && why.contains("03-01-SUMMARY.md tells of no work"), "{why}");
        let partly = verify(&desk, json!({ "partial": true }));
        assert_eq!(item(&partly, "artifact")["status"], "pending", "{bare:?}: {partly:#}");
        assert!(remarks_of(&partly, "summary_empty").contains("counts as unfinished"), "{partly:#}");
        scene.write(SUMMARY, format!("{bare}\nPayments are taken.\n"));
        assert_eq!(verify(&desk, json!({}))["status"], "passed", "{bare:?}");
    }
}
