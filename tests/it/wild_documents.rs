//! What goes wrong in the wild with documents (SPEC 12), and cannot here.

#![allow(clippy::unwrap_used, reason = "a scene that cannot be built fails its test")]

use countersign::domain::ids::RepoPath;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

/// The items of a phase that one plan brought, as `kind: label: status: reasons`.
fn told(verified: &Value) -> Vec<String> {
    let items = verified["items"].as_array().unwrap().iter();
    items
        .map(|item| {
            let text = |key: &str| item[key].as_str().unwrap_or_default().to_owned();
            format!(
                "{} {}: {}: {}: {}",
                text("plan"),
                text("kind"),
                text("label"),
                text("status"),
                item["reasons"]
            )
        })
        .collect()
}

/// A project whose first plan has one task done and a SUMMARY, and a client of its server.
fn summarised() -> (Scene, Desk) {
    let scene = plan_scene::with_task_one();
    let summary = ".planning/phases/01-cart/01-01-SUMMARY.md";
    scene.commit("docs(01-01): summary", &[(summary, "# Summary\n\nDone.\n")]);
    let desk = Desk::at(scene.root());
    (scene, desk)
}

#[test]
fn wild_14_a_report_that_cannot_be_read_is_not_counted_as_missing() {
    let (scene, desk) = summarised();
    let mut opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let words = "Hm, so I had a look around in there.";
    for _ in 0..2 {
        let said =
            json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": words });
        let answer = desk.ok("record_findings", said);
        assert_eq!(answer["verdict"], "unclear", "{answer:#}");
        // Nobody is told that no report came: what came is asked about, then used up.
        assert_eq!(answer["next"]["action"], "review", "{answer:#}");
        opened = desk.again(&opened);
    }
    // It is on file word for word, it counts as a pass, and the subject is not one that nobody looked at.
    let report =
        std::fs::read_to_string(scene.root().join(".planning/phases/01-cart/01-01-REVIEW-T1.md")).unwrap();
    assert!(report.contains("unclear"), "{report}");
    assert_eq!(opened["pass"], 2, "{opened:#}");
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    let unreviewed: Vec<&str> =
        status["unreviewed"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    assert!(!unreviewed.iter().any(|s| s.contains("Task 1")), "{status:#}");
    assert!(unreviewed.iter().any(|s| s.contains("Task 2")), "{status:#}");
    // Nor does it pass for a review: the phase names it as one that is not settled, with the call that goes on.
    let verified = desk.ok("verify_phase", json!({ "phase": "1" }));
    assert_eq!(verified["status"], "gaps_found", "{verified:#}");
    let item = verified["items"].as_array().unwrap().iter().find(|i| i["label"] == "01-01 Task 1").unwrap();
    assert_eq!((&item["kind"], &item["status"]), (&json!("review"), &json!("failed")), "{item:#}");
    assert!(!item.to_string().contains("never reviewed"), "{item:#}");
    let loop_id = &opened["loop_id"];
    assert_eq!(
        item["call"],
        json!({ "tool": "loop_status", "arguments": { "loop_id": loop_id } }),
        "{item:#}"
    );
}

#[test]
fn wild_22_a_plan_in_phase_14_1_is_no_plan_of_phase_14_and_is_not_ignored() {
    let scene = Scene::new();
    let plan = |phase: &str, file: &str| {
        format!(
            "---\nphase: {phase}\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [{file}]\nautonomous: true\nmust_haves:\n  truths: [\"{file} is there\"]\n---\n\n<task type=\"auto\">\n  <name>Task 1: Write {file}</name>\n  <files>{file}</files>\n  <action>Write it.</action>\n  <done>it is there</done>\n</task>\n"
        )
    };
    let of = |dir: &str| format!(".planning/phases/{dir}-PLAN.md");
    let (whole, decimal) = (of("14-pay/14-01"), of("14.1-hot-fix/14.1-01"));
    scene.commit(
        "plan",
        &[
            (".planning/megazord.config.json", "{}\n"),
            (".planning/ROADMAP.md", "# Roadmap\n\n### Phase 14: Pay\n**Goal**: People pay\n\n### Phase 14.1: Hot fix (INSERTED)\n**Goal**: It holds\n"),
            (".planning/STATE.md", "# State\n\nPhase: 14.1 of 15 (Hot fix)\n"),
            (&whole, &plan("14-pay", "src/pay.js")),
            (&decimal, &plan("14.1-hot-fix", "src/fix.js")),
        ],
    );
    scene.commit("feat(14.1-01): fix", &[("src/fix.js", "export const fixed = 1;\n")]);
    let desk = Desk::at(scene.root());

    let checked = desk.ok("check_plan", json!({ "plan": decimal }));
    assert_eq!(checked["verdict"], "approve", "{checked:#}");
    let status = |phase: &str| desk.ok("loop_status", json!({ "phase": phase }))["unreviewed"].to_string();
    assert!(status("14.1").contains("14.1-01") && !status("14.1").contains("14-01"), "{}", status("14.1"));
    assert!(status("14").contains("14-01") && !status("14").contains("14.1-01"), "{}", status("14"));

    let opened = desk.review(json!({ "plan": decimal, "task": "1" }));
    assert_eq!(opened["range"]["files"], json!(["src/fix.js"]), "{opened:#}");
    let done = desk.approve(&opened);
    assert_eq!(done["reports"][0], ".planning/phases/14.1-hot-fix/14.1-01-REVIEW-T1.md");
    assert!(RepoPath::parse(done["reports"][0].as_str().unwrap()).is_ok());

    // The phase that STATE.md names is 14.1, and its items are its own.
    for named in [json!({ "partial": true }), json!({ "phase": "14.1", "partial": true })] {
        let items = told(&desk.ok("verify_phase", named));
        assert!(!items.is_empty() && items.iter().all(|i| !i.contains("src/pay.js")), "{items:#?}");
        assert!(items.iter().any(|i| i.contains("src/fix.js")), "{items:#?}");
    }
    let items = told(&desk.ok("verify_phase", json!({ "phase": "14", "partial": true })));
    assert!(items.iter().all(|i| !i.contains("src/fix.js")), "{items:#?}");
}

/// Others' verification reports drift in status, contradict themselves and break YAML; who reads them beside ours is
/// told, whether or not anything is written, and they stay to the byte.
#[test]
fn what_another_writers_verification_claims_is_told_beside_ours() {
    const REPORT: &str = ".planning/phases/01-cart/01-VERIFICATION.md";
    let (scene, desk) = summarised();
    let codes = |verified: &Value| -> Vec<(String, u64)> {
        let remarks = verified["remarks"].as_array().unwrap().iter();
        let of_them = remarks.filter(|r| r["code"].as_str().unwrap().starts_with("foreign_"));
        of_them.map(|r| (r["code"].as_str().unwrap().to_owned(), r["line"].as_u64().unwrap_or(0))).collect()
    };
    let told = |code: &str, line: u64| (code.to_owned(), line);
    for (theirs, expected) in [
        (
            "---\nphase: 01-cart\nstatus: passed\nscore: 3/3 must-haves verified\n---\n\n# P\n\n**Status:** passed\n",
            vec![],
        ),
        ("---\nstatus: complete\n---\n# P\n", vec![told("foreign_status", 2)]),
        ("---\nstatus: passed\n---\n# P\n\n**Status:** gaps_found\n", vec![told("foreign_contradiction", 6)]),
        (
            "---\nstatus: passed\nre_verification: true\n  previous_status: gaps_found\n---\n# P\n",
            vec![told("foreign_front_matter", 4)],
        ),
        ("# P\n\n**Status:** passed\n", vec![told("foreign_front_matter", 1)]),
    ] {
        scene.write(REPORT, theirs);
        let verified = desk.ok("verify_phase", json!({ "phase": "1" }));
        let found = codes(&verified);
        assert_eq!(found[0], told("foreign_verification", 0), "{verified:#}");
        assert_eq!(found[1..], expected, "{theirs}");
        assert_eq!(verified["status"], "gaps_found", "their word decides nothing: {verified:#}");
        assert_eq!(std::fs::read_to_string(scene.root().join(REPORT)).unwrap(), theirs, "it is theirs");
        let dry = crate::cli::run_with(scene.root(), &["verify", "1", "--json", "--dry-run"], b"");
        let dry: Value = serde_json::from_slice(&dry.stdout).unwrap();
        assert_eq!(codes(&dry), found, "{dry:#}");
    }
    // What is no text is looked at all the same; ours beside it is none of others'.
    std::fs::write(scene.root().join(REPORT), b"---\nstatus: pass\xe9\n---\n").unwrap();
    let verified = desk.ok("verify_phase", json!({ "phase": "1" }));
    assert_eq!(codes(&verified).len(), 2, "{verified:#}");
    assert_eq!(verified["report"], ".planning/phases/01-cart/01-VERIFICATION.countersign.md");
}

/// A roadmap that cannot be read must not pass for one that asks for nothing.
#[test]
fn a_document_that_cannot_be_read_is_told_and_one_in_another_encoding_is_read() {
    const ROADMAP: &str = ".planning/ROADMAP.md";
    const REQUIREMENTS: &str = ".planning/REQUIREMENTS.md";
    let (scene, desk) = summarised();
    let road = std::fs::read(scene.root().join(ROADMAP)).unwrap();
    let told = |verified: &Value, code: &str| -> Vec<String> {
        let remarks = verified["remarks"].as_array().unwrap().iter().filter(|r| r["code"] == code);
        remarks.map(|r| r["message"].as_str().unwrap().to_owned()).collect()
    };
    // Windows-1252, as an editor there saves it.
    scene.write(ROADMAP, [road.as_slice(), b"  2. Caf\xe9s are paid\n"].concat());
    scene.write(REQUIREMENTS, b"# Requirements\n\n- [ ] **CART-01**: Totals \x96 honoured\n".as_slice());
    let verified = desk.ok("verify_phase", json!({ "phase": "1" }));
    assert_eq!(told(&verified, "document_undecodable").len(), 2, "{verified:#}");
    assert!(verified["items"].to_string().contains("Caf\u{fffd}s are paid"), "{verified:#}");
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    assert!(opened["brief"].as_str().unwrap().contains("CART-01: Totals \u{fffd} honoured"), "{opened:#}");
    assert_eq!(told(&opened, "document_undecodable").len(), 1, "{opened:#}");
    // Too large to be read.
    scene.write(ROADMAP, [road, vec![b'\n'; 3 << 20]].concat());
    let verified = desk.ok("verify_phase", json!({ "phase": "1" }));
    let said = told(&verified, "document_unread");
    assert!(said.len() == 1 && said[0].contains(ROADMAP), "{verified:#}");
}

/// What the roadmap says and nobody reads is told by the verification, not passed over.
#[test]
fn what_a_roadmap_leaves_unread_reaches_the_answer() {
    const ROADMAP: &str = ".planning/ROADMAP.md";
    const REQUIREMENTS: &str = ".planning/REQUIREMENTS.md";
    let (scene, desk) = summarised();
    let verified = |roadmap: &str, requirements: &str| -> (Vec<String>, Vec<String>) {
        scene.write(ROADMAP, roadmap);
        scene.write(REQUIREMENTS, requirements);
        let verified = desk.ok("verify_phase", json!({ "phase": "Phase 1" }));
        let remarks = verified["remarks"].as_array().unwrap().iter();
        let codes = [
            "criteria_unread",
            "requirements_unread",
            "requirements_differ",
            "requirement_group",
            "requirements_deferred",
        ];
        let told =
            remarks.filter_map(|r| r["code"].as_str()).filter(|c| codes.contains(c)).map(str::to_owned);
        let items = verified["items"].as_array().unwrap().iter().filter(|i| i["kind"] == "requirement");
        let items =
            items.map(|i| format!("{} {}", i["label"].as_str().unwrap(), i["status"].as_str().unwrap()));
        (told.collect(), items.filter(|i| i.ends_with("orphaned")).collect())
    };
    let listed = "- **CART-01**: a\n- **CART-02**: b\n- **CART-03**: c\n- **PAY-01**: d\n";
    let phase = "# Roadmap\n\n### Phase 1: Cart\n**Goal**: g\n";
    let later = "\n### Phase 2: Pay\n**Requirements**: PAY-01\n**Success Criteria:**\n1. p\n";
    let table = "\n| Requirement | Phase |\n|---|---|\n| CART-02 | Phase 1 |\n| PAY-01 | 1 |\n";
    for (road, known, told, orphaned) in [
        (format!("{phase}**Erfolg:**\n- a\n{later}"), listed.to_owned(), &["criteria_unread"][..], &[][..]),
        (
            format!("{phase}**Requirements**: the first\n{later}"),
            listed.to_owned(),
            &["requirements_unread"],
            &[],
        ),
        (
            format!("{phase}**Requirements**: CART-01/02\n{later}"),
            listed.to_owned(),
            &[],
            &["CART-02 orphaned"],
        ),
        (
            format!("{phase}**Requirements**: CART-*\n{later}"),
            listed.to_owned(),
            &["requirement_group"],
            &["CART-02 orphaned", "CART-03 orphaned"],
        ),
        // A group takes nothing of a later version in silence.
        (
            format!("{phase}**Requirements**: CART-*\n{later}"),
            format!("## v1 Requirements\n{listed}\n## v2 Requirements\n- **CART-04**: e\n"),
            &["requirement_group", "requirements_deferred"],
            &["CART-02 orphaned", "CART-03 orphaned"],
        ),
        // The table adds what the roadmap gives no other phase.
        (
            format!("{phase}**Requirements**: CART-01\n{later}"),
            format!("{listed}{table}"),
            &["requirements_differ", "requirements_differ"],
            &["CART-02 orphaned"],
        ),
    ] {
        let (codes, items) = verified(&road, &known);
        assert_eq!((codes, items), (owned(told), owned(orphaned)), "{road}{known}");
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
