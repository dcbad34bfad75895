//! No report takes another loop's away, however often one id is reviewed (SPEC 10).

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::json;

use crate::desk::Desk;
use crate::scene::Scene;

/// Every file below a folder.
fn files(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "md") {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
    texts
}

/// Has the work at hand reviewed and approved; returns its loop.
fn approved(desk: &Desk, criteria: &str) -> String {
    let opened = desk.ok("review_task", json!({ "id": "AUTH", "title": "Login", "criteria": criteria }));
    let answer = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "verdict": "approved", "findings": [] });
    let recorded = desk.ok("record_findings", answer);
    assert_eq!(recorded["verdict"], "approved", "{recorded}");
    opened["loop_id"].as_str().unwrap().to_owned()
}

fn told_of(scene: &Scene, loops: &[String]) {
    let reports = files(&scene.root().join("bazinga"));
    for id in loops {
        assert!(reports.iter().any(|text| text.contains(id.as_str())), "{id} is lost: {reports:?}");
    }
}

/// One id is reviewed and approved again and again while the work goes on; `criteria` gives what is asked at each.
fn reviewed(criteria: &[&str]) -> (Scene, Vec<String>) {
    let scene = Scene::new();
    let start: String = (0..40).map(|n| format!("line {n}\n")).collect();
    let base = scene.commit("start", &[("src/a.rs", &start), ("bazinga/model_selection.json", "{}\n")]);
    scene.branch("work", &base);
    scene.switch("work");
    let desk = Desk::at(scene.root());
    let mut loops = Vec::new();
    for (n, criteria) in criteria.iter().enumerate() {
        let text = start.replace(&format!("line {n}\n"), &format!("line {n} mended\n"));
        scene.commit(&format!("AUTH: step {n}"), &[("src/a.rs", &text)]);
        loops.push(approved(&desk, criteria));
    }
    (scene, loops)
}

#[test]
fn each_of_many_loops_of_one_id_is_told_of_in_a_report() {
    for criteria in [
        ["users can log in"; 4],
        ["one", "two", "two", "two"],
        ["one", "two", "three", "two"],
        ["one", "two", "one", "two"],
    ] {
        let (scene, loops) = reviewed(&criteria);
        assert_eq!(loops.iter().collect::<BTreeSet<_>>().len(), 4, "{loops:?}");
        told_of(&scene, &loops);
        // Written anew, none takes another's away either.
        countersign::app::App::new(scene.root()).rebuild_reports(None, false).unwrap();
        told_of(&scene, &loops);
    }
}

/// One id and one contract on three branches are three loops, and their reports lie in one work tree.
#[test]
fn loops_of_one_id_on_several_branches_keep_their_reports() {
    let scene = Scene::new();
    let base = scene.commit("start", &[("src/a.rs", "one\n"), ("bazinga/model_selection.json", "{}\n")]);
    let mut loops = Vec::new();
    for branch in ["red", "green", "blue", "grey"] {
        scene.branch(branch, &base);
        scene.switch(branch);
        scene.commit(&format!("AUTH: {branch}"), &[("src/a.rs", &format!("{branch}\n"))]);
        loops.push(approved(&Desk::at(scene.root()), "users can log in"));
        told_of(&scene, &loops);
    }
    assert_eq!(loops.iter().collect::<BTreeSet<_>>().len(), 4, "{loops:?}");
}

/// Three answers to one change, two of them to its first pass: the report of the last has all three.
#[test]
fn a_second_answer_to_an_earlier_pass_stays_in_the_report() {
    let scene = Scene::new();
    let base = scene.commit("start", &[("src/a.rs", "one\ntwo\n"), ("bazinga/model_selection.json", "{}\n")]);
    scene.branch("work", &base);
    scene.switch("work");
    scene.commit("AUTH: begin", &[("src/a.rs", "uno\ndue\n")]);
    let desk = Desk::at(scene.root());
    let opened =
        desk.ok("review_task", json!({ "id": "AUTH", "title": "Login", "criteria": "users can log in" }));
    let answer = |by: &str, title: &str, line: u32| {
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "reviewer": by,
                "verdict": "changes_requested",
                "findings": [{ "severity": "high", "title": title, "why": "users are hit",
                               "locations": [{ "file": "src/a.rs", "line": line }] }] })
    };
    desk.ok("record_findings", answer("ada", "The session never ends", 1));
    let second = desk.ok("record_findings", answer("grace", "A password is logged", 2));
    let fixed = |id: &serde_json::Value| json!({ "finding_id": id, "response": "fixed", "details": "done in src/a.rs" });
    let open = second["next"]["findings"].as_array().unwrap();
    let responses: Vec<_> = open.iter().map(|f| fixed(&f["id"])).collect();
    assert_eq!(responses.len(), 2, "{second}");
    scene.commit("AUTH: mend", &[("src/a.rs", "eins\nzwei\n")]);
    desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": second["next"]["turn"], "responses": responses }),
    );
    let again = desk.ok("review_task", json!({ "loop_id": opened["loop_id"] }));
    let last = json!({ "loop_id": opened["loop_id"], "countersign": again["countersign"], "verdict": "approved", "findings": [] });
    assert_eq!(desk.ok("record_findings", last)["verdict"], "approved");
    let reports = files(&scene.root().join("bazinga"));
    let [report] = reports.as_slice() else { panic!("{reports:?}") };
    assert!(report.contains("by ada.") && report.contains("The session never ends"), "{report}");
    assert!(
        report.contains("- a second answer by grace: changes_requested (A password is logged)"),
        "{report}"
    );
}
