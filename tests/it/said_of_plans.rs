//! What a phase's own documents say against it, and what they say in other words than its plans: a SUMMARY that denies its plan,
//! ids in another case, patterns for paths, marks that are only spoken of (SPEC 9).

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::scene::Scene;
use crate::wild_phases::{item, phase, verify};

const PAY: &str = "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n";
const BUY: &str =
    "import { pay } from './pay.js';\n\nexport const buy = (cart, card) => pay(cart, card);\nbuy(1, 2);\n";
const KEPT: &str = "must_haves:\n  artifacts:\n    - path: src/pay.js\n      provides: paying\n";
const TRUTH: &str = "must_haves:\n  truths:\n    - A card is charged once\n";

fn of(must_haves: &str, summary: &str) -> Scene {
    phase(must_haves, summary, &[("src/pay.js", PAY), ("src/main.js", BUY)])
}

fn answered(scene: &Scene) -> Value {
    verify(&Desk::at(scene.root()), json!({}))
}

#[test]
fn a_summary_that_says_its_plan_is_not_done_lets_no_phase_pass() {
    for denied in [
        "---\nstatus: failed\n---\n\n# Summary\n\nThe bank refused.\n",
        "---\nstatus: incomplete\n---\n\n# Summary\n\nOne task is left.\n",
        "---\nstatus: blocked (no key)\n---\n\n# Summary\n\nWaiting.\n",
        "---\nstatus: aborted\n---\n\n# Summary\n\nStopped.\n",
        "# Phase 3 Plan 1 Summary: INCOMPLETE\n\nOne task is left.\n",
        "# Summary\n\nStatus: INCOMPLETE\n\nOne task is left.\n",
    ] {
        let scene = of(KEPT, denied);
        let answer = answered(&scene);
        assert_eq!(answer["status"], "gaps_found", "{denied}: {answer:#}");
        let plan = item(&answer, "plan");
        assert_eq!(plan["status"], "failed", "{denied}: {plan:#}");
        assert!(plan["reasons"].to_string().contains("its SUMMARY says"), "{plan:#}");
        assert_eq!(answer["next"]["action"], "close_gaps", "{answer:#}");
        assert_eq!(item(&answer, "artifact")["status"], "verified", "what is there is still seen");
        let partly = verify(&Desk::at(scene.root()), json!({ "partial": true }));
        assert_eq!(item(&partly, "plan")["status"], "pending", "{denied}: {partly:#}");
        assert_eq!(partly["status"], "gaps_found", "{denied}: {partly:#}");
    }
    for done in [
        "---\nstatus: complete\n---\n\n# Summary\n\nA failed payment is shown.\n",
        "# Summary: failed payments\n\nThey are shown.\n",
        "# Summary\n\nStatus: failed over to the second bank in 3 s\n\nDone.\n",
        "---\nstatus: done\n---\n\n# Summary\n\nDone.\n\n## Task 2\n\n**Status:** Blocked until the key came\n",
    ] {
        let answer = answered(&of(KEPT, done));
        assert_eq!(answer["status"], "passed", "{done}: {answer:#}");
    }
}

#[test]
fn a_requirement_is_one_in_whatever_case_its_id_is_written() {
    let scene = of(&format!("requirements: [pay-01]\n{KEPT}"), "# Summary\n\nDone.\n");
    let roadmap = "# Roadmap\n\n### Phase 3: Pay\n**Goal**: money\n**Requirements**: PAY-01\n\nPlans:\n- [x] 03-01-PLAN.md\n";
    let listed = |id: &str| format!("# Requirements\n\n- [ ] **{id}**: A card can be charged\n");
    let write = |id: &str| {
        scene.commit(
            "docs: requirements",
            &[(".planning/ROADMAP.md", roadmap), (".planning/REQUIREMENTS.md", listed(id).as_str())],
        );
        answered(&scene)
    };
    let answer = write("PAY-01");
    let all = answer["items"].as_array().unwrap();
    let found: Vec<_> = all.iter().filter(|i| i["kind"] == "requirement").collect();
    assert_eq!(found.len(), 1, "{answer:#}");
    assert_eq!(found[0]["status"], "verified", "{answer:#}");
    assert_eq!(answer["status"], "passed", "{answer:#}");
    // Another id is another requirement.
    assert_eq!(write("PAY-02")["status"], "gaps_found");
}

#[test]
fn a_pattern_for_a_path_promises_each_file_that_it_means() {
    const MANY: &str = "must_haves:\n  artifacts:\n    - path: \"src/lib/*.js\"\n      exports: [refund]\n";
    let refund = "export function refund(card) {\n  return card.credit(1);\n}\n";
    let main = "import { pay } from './lib/pay.js';\nimport { refund } from './lib/refund.js';\n\npay(1, 2);\nrefund(1);\n";
    let with = |must_haves: &str, files: &[(&str, &str)]| {
        let answer = answered(&phase(must_haves, "# Summary\n\nDone.\n", files));
        item(&answer, "artifact").clone()
    };
    let whole = with(MANY, &[("src/lib/pay.js", PAY), ("src/lib/refund.js", refund), ("src/main.js", main)]);
    assert_eq!(whole["status"], "verified", "{whole:#}");
    assert!(whole["reasons"].to_string().contains("is a pattern and means 2 files"), "{whole:#}");
    let stub = with(
        MANY,
        &[
            ("src/lib/pay.js", "export function pay(cart, card) {\n  return null;\n}\n"),
            ("src/lib/refund.js", refund),
            ("src/main.js", main),
        ],
    );
    assert_eq!(stub["status"], "failed", "{stub:#}");
    assert!(stub["reasons"].to_string().contains("src/lib/pay.js"), "{stub:#}");
    let unused = with(
        MANY,
        &[
            ("src/lib/pay.js", PAY),
            ("src/lib/refund.js", refund),
            ("src/main.js", "import { pay } from './lib/pay.js';\n\npay(1, 2);\n"),
        ],
    );
    assert_eq!(unused["status"], "failed", "{unused:#}");
    let lacks = with(MANY, &[("src/lib/pay.js", PAY), ("src/main.js", &main.replace("refund", "pay"))]);
    assert_eq!(lacks["status"], "failed", "{lacks:#}");
    assert!(lacks["reasons"].to_string().contains("has the export `refund`"), "{lacks:#}");
    let none = with(MANY, &[("src/main.js", "start();\n")]);
    assert_eq!(none["status"], "failed", "{none:#}");
    assert!(none["reasons"].to_string().contains("is a pattern, and no file is called so"), "{none:#}");
}

#[test]
fn a_mark_that_is_only_spoken_of_is_none() {
    let stands = |line: &str| {
        let text = format!("{line}\n{PAY}");
        let scene = phase(KEPT, "# Summary\n\nDone.\n", &[("src/pay.js", &text), ("src/main.js", BUY)]);
        answered(&scene)["status"].clone()
    };
    for spoken in [
        "// shirts come in XXXL and XXX large sizes",
        "// sizes: XL, XXL and XXX",
        "// the old FIXME about rounding was resolved",
        "// the FIXME on taxes has been fixed in March",
    ] {
        assert_eq!(stands(spoken), "passed", "{spoken}");
    }
    for mark in [
        "// FIXME: rounding",
        "// XXX",
        "// XXX: shirts in XL",
        "// XXX large carts break this",
        "// FIXME was fixed, and is not",
        "// rounding FIXME",
        "// the FIXME below should be fixed",
        "// this FIXME was not fixed",
        "/* FIXME(ada) the tax was removed */",
        "// pays twice -- XXX",
        "// FIXME the rounding was removed",
    ] {
        assert_eq!(stands(mark), "gaps_found", "{mark}");
    }
}

#[test]
fn a_commit_from_before_the_phase_proves_nothing_of_it() {
    let scene = Scene::new();
    let before = scene.commit("feat(02-01): cart", &[("src/cart.js", "export const cart = () => [];\n")]);
    let plan = format!(
        "---\nphase: 03-pay\nplan: 01\nwave: 1\ndepends_on: []\n{TRUTH}---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Pay</name>\n  <files>src/pay.js</files>\n  <action>Pay.</action>\n</task>\n</tasks>\n"
    );
    let planned = scene.commit(
        "docs(03): plan",
        &[
            (".planning/phases/03-pay/03-01-PLAN.md", plan.as_str()),
            (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n"),
            ("src/prepared.js", "export const prepared = () => start();\n"),
        ],
    );
    let made = scene.commit("feat(03-01): pay", &[("src/pay.js", PAY), ("src/main.js", BUY)]);
    scene.commit(
        "docs(03-01): summary",
        &[(".planning/phases/03-pay/03-01-SUMMARY.md", "# Summary\n\nPaying works.\n")],
    );
    let desk = Desk::at(scene.root());
    let id = item(&verify(&desk, json!({})), "truth")["id"].clone();
    let said = |commit: &str, status: &str| json!({ "phase": "3", "judgements": [{ "item_id": id, "status": status, "evidence": [{ "commit": commit }] }] });
    let refused = desk.refused("verify_phase", said(&before.to_string(), "verified"));
    assert!(refused.contains("before the work of this phase began"), "{refused}");
    // What was made while the plan was there may be of it, whatever its message says.
    assert_eq!(desk.ok("verify_phase", said(&planned.to_string(), "verified"))["status"], "passed");
    assert_eq!(desk.ok("verify_phase", said(&made.to_string(), "verified"))["status"], "passed");
    // That something fails may well be shown by what is older.
    assert_eq!(desk.ok("verify_phase", said(&before.to_string(), "failed"))["status"], "gaps_found");
}

#[test]
fn where_nothing_tells_when_a_phase_began_an_older_commit_is_taken() {
    let scene = Scene::new();
    let before = scene.commit("cart", &[("src/cart.js", "export const cart = () => [];\n")]);
    let plan = format!("---\nphase: 03-pay\nplan: 01\nwave: 1\ndepends_on: []\n{TRUTH}---\n\n# Pay\n");
    scene.commit(
        "pay",
        &[
            (".planning/phases/03-pay/03-01-PLAN.md", plan.as_str()),
            (".planning/phases/03-pay/03-01-SUMMARY.md", "# Summary\n\nPaying works.\n"),
            ("src/pay.js", PAY),
            (".planning/megazord.config.json", "{\"version\": 1, \"quality\": {\"review\": \"off\"}}\n"),
        ],
    );
    let desk = Desk::at(scene.root());
    let id = item(&verify(&desk, json!({})), "truth")["id"].clone();
    let judged = json!({ "judgements": [{ "item_id": id, "status": "verified", "evidence": [{ "commit": before.to_string() }] }] });
    assert_eq!(verify(&desk, judged)["status"], "passed");
}

/// A link without a pattern, and how it is judged.
fn linked(from: &str, to: &str, files: &[(&str, &str)]) -> Value {
    let plan = format!("must_haves:\n  key_links:\n    - from: {from}\n      to: {to}\n");
    let answer = answered(&phase(&plan, "# Summary\n\nDone.\n", files));
    item(&answer, "key_link")["status"].clone()
}

#[test]
fn what_a_framework_finds_by_its_name_is_not_said_to_be_unreached() {
    let policy = "class OrderPolicy < ApplicationPolicy\n  def show?\n    record.user == user\n  end\nend\n";
    let controller = |line: &str| {
        format!(
            "class OrdersController < ApplicationController\n  def show\n    @order = Order.find(params[:id])\n{line}  end\nend\n"
        )
    };
    let (from, to) = ("app/controllers/orders_controller.rb", "app/policies/order_policy.rb");
    for (line, status) in [("    authorize @order\n", "uncertain"), ("    # authorize @order\n", "partial")] {
        let text = controller(line);
        let files = [("Gemfile", "gem 'rails'\ngem 'pundit'\n"), (from, text.as_str()), (to, policy)];
        assert_eq!(linked(from, to, &files), status, "{line}");
    }
    let price =
        "class PriceComponent < ViewComponent::Base\n  def shown\n    format('%.2f', @amount)\n  end\nend\n";
    let (from, to) = ("app/views/orders/index.html.erb", "app/components/price_component.rb");
    for (view, status) in [
        ("<%= render PriceComponent.new(1) %>\n", "uncertain"),
        ("<%= render CardComponent.new %>\n", "partial"),
    ] {
        assert_eq!(
            linked(from, to, &[("Gemfile", "gem 'rails'\n"), (from, view), (to, price)]),
            status,
            "{view}"
        );
    }
    let cart = "namespace Shop;\n\npublic class CartViewComponent : ViewComponent\n{\n    public IViewComponentResult Invoke() { return View(cart.Items()); }\n}\n";
    let (from, to) = ("Views/Home/Index.cshtml", "Components/CartViewComponent.cs");
    for (view, status) in [
        ("@await Component.InvokeAsync(\"Cart\")\n", "uncertain"),
        ("<vc:cart></vc:cart>\n", "uncertain"),
        ("@await Component.InvokeAsync(\"Menu\")\n", "partial"),
    ] {
        assert_eq!(
            linked(from, to, &[("shop.csproj", "<Project/>\n"), (from, view), (to, cart)]),
            status,
            "{view}"
        );
    }
}

#[test]
fn what_does_not_hold_is_told_in_a_sentence() {
    let scene = of(TRUTH, "# Summary\n\nDone.\n");
    let desk = Desk::at(scene.root());
    let id = item(&verify(&desk, json!({})), "truth")["id"].clone();
    let judged = json!({ "judgements": [{ "item_id": id, "status": "failed", "evidence": [{ "file": "src/pay.js", "line": 2 }] }] });
    let answer = verify(&desk, judged);
    let issue = answer["gaps"][0]["artifacts"][0]["issue"].as_str().unwrap();
    assert_eq!(issue, "the verifier judges by this place that it does not hold, line 2");
}
