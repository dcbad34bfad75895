//! Promises that were passed over and words that outlived what they were said of: each let a phase pass (SPEC 9).

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use countersign::io::store::Store;
use serde_json::{Value, json};

use crate::desk::{Desk, remarks_of};
use crate::lost::damage;
use crate::scene::Scene;
use crate::wild_phases::{item, phase, verify};

const PLAN: &str = ".planning/phases/03-pay/03-01-PLAN.md";
const PAY: &str = "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n";
const BUY: &str =
    "import { pay } from './pay.js';\n\nexport const buy = (cart, card) => pay(cart, card);\nbuy(1, 2);\n";
const KEPT: &str = "must_haves:\n  artifacts:\n    - path: src/pay.js\n      provides: paying\n";
const TRUTH: &str = "must_haves:\n  truths:\n    - A card is charged once\n";

fn paid(must_haves: &str) -> Scene {
    phase(must_haves, "# Summary\n\nPaying works.\n", &[("src/pay.js", PAY), ("src/main.js", BUY)])
}

fn edited(scene: &Scene, path: &str, from: &str, to: &str) {
    let text = std::fs::read_to_string(scene.root().join(path)).unwrap();
    assert!(text.contains(from), "{text}");
    scene.commit("docs(03-01): edit", &[(path, text.replace(from, to).as_str())]);
}

fn truth(scene: &Scene) -> Value {
    item(&verify(&Desk::at(scene.root()), json!({})), "truth").clone()
}

fn judge(scene: &Scene, status: &str, evidence: &Value) -> Value {
    let id = truth(scene)["id"].clone();
    let judgement = json!([{ "item_id": id, "status": status, "evidence": [evidence] }]);
    verify(&Desk::at(scene.root()), json!({ "judgements": judgement }))
}

#[test]
fn a_promise_that_a_wrong_indentation_lost_lets_no_phase_pass() {
    assert_eq!(verify(&Desk::at(paid(KEPT).root()), json!({}))["status"], "passed");
    for lost in [
        "  - path: src/refund.js\n    provides: refunds\n",
        "\t- path: src/refund.js\n",
        "        - path: src/refund.js\n          provides: refunds\n",
        "      path: src/refund.js\n",
        "  refunds:\n    - path: src/refund.js\n",
        "---\n---\nmust_haves:\n  artifacts:\n    - path: src/refund.js\n",
    ] {
        let answer = verify(&Desk::at(paid(&format!("{KEPT}{lost}")).root()), json!({}));
        assert_eq!(answer["status"], "gaps_found", "{lost}: {answer:#}");
        assert_eq!(item(&answer, "plan")["status"], "failed", "{lost}: {answer:#}");
    }
}

#[test]
fn a_plan_that_the_roadmap_lists_and_nobody_wrote_lets_no_phase_pass() {
    let roadmap = |line: &str| {
        format!("# Roadmap\n\n### Phase 3: Pay\n**Goal**: money\n\nPlans:\n- [x] 03-01-PLAN.md — pay\n{line}")
    };
    for (line, status) in [
        ("- [ ] 03-02-PLAN.md — refunds\n", "gaps_found"),
        ("- [ ] ~~03-02-PLAN.md~~ — refunds\n", "passed"),
        ("- [ ] 03-02-PLAN.md — merged into 03-01\n", "passed"),
        ("", "passed"),
    ] {
        let scene = paid(KEPT);
        scene.commit("docs: roadmap", &[(".planning/ROADMAP.md", roadmap(line).as_str())]);
        let answer = verify(&Desk::at(scene.root()), json!({}));
        assert_eq!(answer["status"], status, "{line}: {answer:#}");
    }
}

#[test]
fn a_plan_that_promises_nothing_covers_no_requirement() {
    let scene = paid(&format!("requirements: [PAY-01]\n{KEPT}"));
    let second = "---\nphase: 03-pay\nplan: 02\nrequirements: [PAY-01]\nfiles_modified: [src/refund.js]\n---\n\n# Refunds\n";
    scene.commit(
        "feat(03-02): refunds",
        &[
            (".planning/phases/03-pay/03-02-PLAN.md", second),
            (".planning/phases/03-pay/03-02-SUMMARY.md", "# Summary\n\nRefunds work.\n"),
        ],
    );
    let answer = verify(&Desk::at(scene.root()), json!({}));
    let requirement = item(&answer, "requirement");
    assert_eq!(requirement["status"], "needs_human", "{answer:#}");
    assert!(requirement["reasons"].to_string().contains("03-02"), "{requirement:#}");
}

#[test]
fn words_rest_on_all_code_where_a_plan_names_no_file() {
    let scene = paid(TRUTH);
    // The scene's task lists a file; this plan says none.
    edited(&scene, PLAN, "  <files>src/pay.js</files>\n", "");
    let passed = judge(&scene, "verified", &json!({ "command": "npm test", "text": "3 passed" }));
    assert_eq!(passed["status"], "passed", "{passed:#}");
    scene.commit("docs: notes", &[(".planning/notes.md", "# Notes\n\nnothing\n")]);
    assert_eq!(truth(&scene)["status"], "verified", "documents are no code");
    scene.commit("feat: other", &[("src/main.js", "export const gone = 1;\n")]);
    let item = truth(&scene);
    assert_eq!(item["status"], "needs_judgement", "{item:#}");
    judge(&scene, "verified", &json!({ "command": "npm test", "text": "3 passed" }));
    assert_eq!(truth(&scene)["status"], "verified");
    std::fs::write(scene.root().join("src/new.js"), "export const more = 2;\n").unwrap();
    assert_eq!(truth(&scene)["status"], "needs_judgement", "what is not committed counts, too");
}

#[test]
fn a_yes_answers_the_question_that_was_asked_and_no_other() {
    let checkpoint = |kind: &str, verify: &str| {
        format!(
            "<task type=\"{kind}\" gate=\"blocking\">\n  <name>Verify</name>\n  <what-built>A receipt</what-built>\n  <how-to-verify>{verify}</how-to-verify>\n</task>\n</tasks>"
        )
    };
    for kind in [
        "checkpoint:human-verify",
        "checkpoint:human_verify",
        "checkpoint: human-verification",
        "checkpoint",
        "manual",
    ] {
        let scene = paid(KEPT);
        edited(&scene, PLAN, "</tasks>", &checkpoint(kind, "The receipt shows the total"));
        let desk = Desk::at(scene.root());
        let asked = verify(&desk, json!({}));
        assert_eq!(asked["status"], "human_needed", "{kind}: {asked:#}");
        let id = item(&asked, "human")["id"].clone();
        let yes = json!({ "confirmations": [{ "item_id": id, "answer": "yes" }] });
        assert_eq!(verify(&desk, yes)["status"], "passed", "{kind}");
        edited(&scene, PLAN, "The receipt shows the total", "Refunds arrive within a day");
        let again = verify(&desk, json!({}));
        assert_eq!(again["status"], "human_needed", "{kind}: {again:#}");
    }
    for kind in ["checkpoint:decision", "checkpoint:human-action"] {
        let scene = paid(KEPT);
        edited(&scene, PLAN, "</tasks>", &checkpoint(kind, "Choose a bank"));
        assert_eq!(verify(&Desk::at(scene.root()), json!({}))["status"], "passed", "{kind}");
    }
}

#[test]
fn a_commit_stands_for_the_files_that_it_changed() {
    let scene = paid(TRUTH);
    let made = scene.commit("feat: helper", &[("src/helper.js", "export const once = (f) => f();\n")]);
    let empty = scene.commit("docs: state", &[(".planning/STATE.md", "# State\n")]);
    let cited = |id: &str| json!({ "item_id": truth(&scene)["id"], "status": "verified", "evidence": [{ "commit": id }] });
    let refused = Desk::at(scene.root())
        .refused("verify_phase", json!({ "phase": "3", "judgements": [cited(&empty.to_string())] }));
    assert!(refused.contains("nothing but book-keeping"), "{refused}");
    let judged = verify(&Desk::at(scene.root()), json!({ "judgements": [cited(&made.to_string())] }));
    assert_eq!(judged["status"], "passed", "{judged:#}");
    scene.commit("fix: helper", &[("src/helper.js", "export const once = () => 1;\n")]);
    assert_eq!(truth(&scene)["status"], "needs_judgement");
}

#[test]
fn a_judgement_that_turned_without_a_change_is_told_to_have_turned() {
    let scene = paid(TRUTH);
    let evidence = json!({ "file": "src/pay.js", "line": 2, "text": "return card.charge(cart.total());" });
    let failed = judge(&scene, "failed", &evidence);
    let gap = &failed["gaps"][0];
    assert_eq!(gap["artifacts"][0]["path"], "src/pay.js", "{failed:#}");
    let passed = judge(&scene, "verified", &evidence);
    assert_eq!(passed["status"], "passed", "{passed:#}");
    let warned = passed["next"]["warnings"].to_string();
    assert!(warned.contains("judged failed before, on this same code"), "{passed:#}");
}

#[test]
fn what_a_person_let_pass_is_told_as_that_and_closes_nothing() {
    let scene = paid(&format!("requirements: [PAY-01]\n{}", KEPT.replace("pay.js", "gone.js")));
    let desk = Desk::at(scene.root());
    let failed = verify(&desk, json!({}));
    let id = item(&failed, "artifact")["id"].clone();
    let given =
        json!({ "overrides": [{ "item_id": id, "reason": "Moved to phase 4", "decided_by": "Ada" }] });
    let passed = verify(&desk, given);
    assert_eq!(passed["status"], "passed", "{passed:#}");
    let requirement = item(&passed, "requirement")["reasons"].to_string();
    assert!(requirement.contains("but what a person let pass: `src/gone.js`"), "{requirement}");
    let report = std::fs::read_to_string(scene.root().join(passed["report"].as_str().unwrap())).unwrap();
    assert!(!report.contains("gaps_closed: [\"src/gone.js\""), "{report}");
}

#[test]
fn what_was_said_on_a_branch_comes_along_with_its_report() {
    let scene = paid(TRUTH);
    let start = scene.open().head().unwrap();
    scene.branch("pay", &start);
    scene.switch("pay");
    let passed = judge(&scene, "verified", &json!({ "file": "src/pay.js", "line": 2 }));
    assert_eq!(passed["status"], "passed", "{passed:#}");
    let report = passed["report"].as_str().unwrap().to_owned();
    let text = std::fs::read_to_string(scene.root().join(&report)).unwrap();
    let done = scene.commit("docs(03): verified", &[(report.as_str(), text.as_str())]);
    scene.switch("main");
    scene.reset(&done);
    let desk = Desk::at(scene.root());
    let merged = verify(&desk, json!({}));
    assert_eq!(merged["status"], "passed", "{merged:#}");
    assert!(remarks_of(&merged, "answers_taken_along").contains("branch `pay`"), "{merged:#}");
    // From now on they are this branch's own.
    let again = verify(&desk, json!({}));
    assert_eq!(again["status"], "passed", "{again:#}");
    assert_eq!(remarks_of(&again, "answers_taken_along"), "");
}

#[test]
fn a_damaged_history_of_another_branch_is_told_and_holds_up_no_phase() {
    for damaged in [&["old"][..], &["old", "pay"]] {
        let scene = paid(TRUTH);
        let start = scene.open().head().unwrap();
        let evidence = json!({ "file": "src/pay.js", "line": 2 });
        let mut last = String::new();
        for branch in ["old", "pay"] {
            scene.branch(branch, &start);
            scene.switch(branch);
            let passed = judge(&scene, "verified", &evidence);
            last = passed["report"].as_str().unwrap().to_owned();
        }
        let text = std::fs::read_to_string(scene.root().join(&last)).unwrap();
        let done = scene.commit("docs(03): verified", &[(last.as_str(), text.as_str())]);
        scene.switch("main");
        scene.reset(&done);
        let streams =
            Store::open_to_read(&scene.root().join(".git")).unwrap().streams(Some("phase")).unwrap();
        let damaged = streams.iter().filter(|info| damaged.iter().any(|of| info.subject.ends_with(of)));
        let damaged: Vec<_> = damaged.map(|info| damage(&scene, &info.id, 1)).collect();
        let merged = verify(&Desk::at(scene.root()), json!({}));
        if damaged.len() == 1 {
            // The one that it came from is whole.
            assert!(remarks_of(&merged, "answers_taken_along").contains("branch `pay`"), "{merged:#}");
            continue;
        }
        assert_eq!(item(&merged, "truth")["status"], "needs_judgement", "{merged:#}");
        let told = remarks_of(&merged, "lost_events");
        assert!(told.contains("`old` or `pay`") || told.contains("`pay` or `old`"), "{told}");
    }
}

/// Judges the truth on a phase of which the plan promises a document, too.
fn judged_by(evidence: &Value) -> Result<Value, String> {
    let notes = ("docs/notes.md", "# Notes\n\n- [ ] A card is charged once\n- [x] Written\n");
    let scene = phase(
        &format!("{TRUTH}  artifacts:\n    - docs/notes.md\n"),
        "# Summary\n\nPaying works.\n",
        &[("src/pay.js", PAY), ("src/main.js", BUY), notes],
    );
    let id = truth(&scene)["id"].clone();
    let judgement = json!([{ "item_id": id, "status": "verified", "evidence": [evidence] }]);
    let desk = Desk::at(scene.root());
    desk.call("verify_phase", json!({ "phase": "3", "judgements": judgement }))
}

#[test]
fn a_command_that_only_tells_proves_nothing() {
    let of = |command: &str, text: &str| judged_by(&json!({ "command": command, "text": text }));
    for command in [
        "cat .planning/phases/03-pay/03-01-SUMMARY.md",
        "grep -n works .planning/ROADMAP.md",
        "git log --oneline",
        "echo paid",
        "cat src/pay.js",
        "/usr/bin/printf paid",
    ] {
        let refused = of(command, "Paying works.").unwrap_err();
        assert!(refused.contains(command), "{refused}");
    }
    for (command, text) in [("npm test", "4 passed"), ("cat cart.json | node src/pay.js", "charged once")] {
        assert_eq!(of(command, text).unwrap()["status"], "passed", "{command}");
    }
    // What is still to be done is not there.
    let open = judged_by(&json!({ "file": "docs/notes.md", "line": 3 })).unwrap_err();
    assert!(open.contains("prose"), "{open}");
    judged_by(&json!({ "file": "docs/notes.md", "line": 4 })).unwrap();
}

#[test]
fn what_is_to_be_mended_is_found_in_files_that_no_plan_names() {
    let scene = paid(KEPT);
    let other = "export const refund = (card) => card.back(1); // FIXME charges twice\n";
    scene.commit("feat(03-01): more", &[("src/refund.js", other)]);
    let found = verify(&Desk::at(scene.root()), json!({}));
    assert_eq!(found["status"], "gaps_found", "{found:#}");
    assert!(item(&found, "anti_pattern")["evidence"].to_string().contains("src/refund.js"), "{found:#}");
    // Another plan's work is its own.
    let scene = paid(KEPT);
    scene.commit("feat(04-01): more", &[("src/refund.js", other)]);
    assert_eq!(verify(&Desk::at(scene.root()), json!({}))["status"], "passed");
}

#[test]
fn a_phase_is_found_by_its_number_and_by_no_other_name() {
    let scene = paid(KEPT);
    let desk = Desk::at(scene.root());
    for name in ["3", "03", "03-pay", "Phase 3", "phase-03-pay", "3-Pay", "03-paying", "Phase 3: Pay"] {
        assert_eq!(desk.ok("verify_phase", json!({ "phase": name }))["status"], "passed", "{name}");
    }
    for name in ["03-zzz", "3-old", "13-pay"] {
        let refused = desk.refused("verify_phase", json!({ "phase": name }));
        assert!(refused.contains("no phase"), "{name}: {refused}");
    }
}

#[test]
fn an_annotation_in_a_comment_is_none() {
    let file = |text: &str| {
        let plan = "must_haves:\n  artifacts:\n    - path: src/Ctl.java\n      contains: \"@PostMapping\"\n";
        let scene = phase(plan, "# Summary\n\nDone.\n", &[("src/Ctl.java", text)]);
        item(&verify(&Desk::at(scene.root()), json!({})), "artifact").clone()
    };
    let class = |line: &str| {
        format!(
            "@RestController\npublic class Ctl {{\n    {line}\n    public String place(String order) {{ return order.trim(); }}\n}}\n"
        )
    };
    assert_eq!(file(&class("@PostMapping"))["status"], "verified");
    let taken_out = file(&class("// @PostMapping"));
    assert_eq!(taken_out["status"], "uncertain", "{taken_out:#}");
    assert!(taken_out["reasons"].to_string().contains("only in a comment"), "{taken_out:#}");
}

#[test]
fn promises_under_other_names_are_faults_of_the_plan() {
    for more in [
        "      must_contain: \"refund(\"\n",
        "      functions: [refund]\n",
        "  observable_truths:\n    - A works\n",
        "  files:\n    - src/gone.js\n",
    ] {
        let scene = paid(&format!("must_haves:\n  artifacts:\n    - path: src/pay.js\n{more}"));
        assert_ne!(verify(&Desk::at(scene.root()), json!({}))["status"], "passed", "{more}");
    }
    let scene = paid(&format!("{KEPT}  prohibitions:\n    - No card number is logged\n"));
    assert_eq!(verify(&Desk::at(scene.root()), json!({}))["status"], "passed");
}
