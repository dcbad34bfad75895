//! No report takes another loop's away, however often one id is reviewed (SPEC 10).

#![allow(clippy::unwrap_used, reason = "tests")]

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
