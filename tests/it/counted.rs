//! A grammar without ids for what is resolved: YOLO's reviewer counts it, and where the count covers all that was open,
//! and the plan did change, that closes it (SPEC 4.2, 6.5).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::scene::Scene;

const PLAN: &str = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
const TEXT: &str = "---\nphase: 01\nplan: 01-01\ntitle: Cart totals\nwave: 1\ndepends_on: []\nmust_haves:\n  truths:\n    - \"Totals honour discounts\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>src/cart.js</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n";

fn say(desk: &Desk, opened: &Value, text: &str) -> Value {
    desk.ok(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text }),
    )
}

/// The answer to a revised plan that was rejected for two findings without lines.
fn re_reviewed(revised: bool, counts: &str) -> Value {
    let scene = Scene::new();
    scene.write("src/cart.js", "export {}\n");
    scene.write(".yolo-planning/config.json", "{}");
    scene.write(PLAN, TEXT);
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN }));
    let rejected = say(
        &desk,
        &opened,
        &format!(
            "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:{PLAN}] issue: No rollback | suggestion: Add one\n- [id:f-002] [severity:medium] [file:{PLAN}] issue: Tasks overlap | suggestion: Part them\n"
        ),
    );
    assert_eq!(rejected["next"]["action"], "revise", "{rejected:#}");
    if revised {
        scene.write(PLAN, TEXT.replace("Sum the cart.", "Sum the cart; roll back on an error."));
    }
    let second = desk.again(&opened);
    say(&desk, &second, &format!("VERDICT: approve\nCYCLE: 2/3\n{counts}\nFINDINGS:\n- (none)\n"))
}

#[test]
fn a_count_that_covers_all_that_was_open_closes_it_where_the_plan_changed() {
    let done = re_reviewed(true, "RESOLVED: 2\nPERSISTENT: 0\nNEW: 0");
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    assert_eq!(done["resolved"], json!(["F1", "F2"]), "{done:#}");
    for (revised, counts) in [
        (true, "RESOLVED: 1\nPERSISTENT: 0\nNEW: 0"),
        (true, "RESOLVED: 3\nPERSISTENT: 0\nNEW: 0"),
        (true, "RESOLVED: 2\nPERSISTENT: 1\nNEW: 0"),
        (true, "PERSISTENT: 0\nNEW: 0"),
        (false, "RESOLVED: 2\nPERSISTENT: 0\nNEW: 0"),
    ] {
        let open = re_reviewed(revised, counts);
        assert_ne!(open["next"]["action"], "proceed", "{revised} {counts}: {open:#}");
    }
}
