//! What others write into what we write in the systems' own files: it survives whole, or it is said what became of it
//! (SPEC 8.2).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;

use countersign::io::files::{Edited, Files, Lock};
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, remarks_of};
use crate::scene::{Scene, path};

const LOG: &str = "specs/login/.progress.md";

fn failing(iteration: u32) -> String {
    format!(
        "## Review: design (Iteration {iteration})\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n| 1 | Completeness | FAIL | no data flow |\n\nREVIEW_FAIL\n"
    )
}

fn say(desk: &Desk, opened: &Value, text: &str) -> Value {
    let call = json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
    desk.ok("record_findings", call)
}

/// Each: what somebody writes at the end of our section; it stands below it after the next review, blank lines and lines
/// that say what ours say included.
#[test]
fn what_somebody_writes_into_our_section_survives_whole() {
    for theirs in [
        "My note one\n\nMy note two\n",
        "```\ncode\n\n\ncode2\n```\n",
        "### Review: design (Iteration 1)\n- Status: REVIEW_FAIL\n- Reviewer: me\n",
        "Mine\n\n    code\n\n    more code\n\n- Status: REVIEW_FAIL\n\nlast\n",
    ] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/a.js", "a\n")]);
        scene.write(LOG, "# Progress\n");
        scene.write("specs/login/design.md", "# Design\n\nOne door.\n");
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "artifact": "specs/login/design.md" }));
        say(&desk, &opened, &failing(1));
        let log = std::fs::read_to_string(scene.root().join(LOG)).unwrap();
        let end = log.find("\n<!-- /countersign:").unwrap();
        scene.write(LOG, format!("{}{theirs}{}behind\n", &log[..end], &log[end..]));
        let mut told = String::new();
        for iteration in 2..=3 {
            scene.write("specs/login/design.md", format!("# Design\n\nOne door, {iteration}.\n"));
            let again = desk.again(&opened);
            told.push_str(&remarks_of(&again, "state_file_lines_moved"));
            let done = say(&desk, &again, &failing(iteration));
            told.push_str(&remarks_of(&done, "state_file_lines_moved"));
        }
        let log = std::fs::read_to_string(scene.root().join(LOG)).unwrap();
        let (_, below) = log.split_once("<!-- /countersign:").unwrap();
        let (_, below) = below.split_once('\n').unwrap();
        assert_eq!(below, format!("{theirs}\nbehind\n"), "{log}");
        let lines = theirs.lines().filter(|line| !line.is_empty()).count();
        assert!(told.contains(&format!("{lines} lines within our section")), "{told}");
        assert_eq!(told.matches("within our section").count(), 1, "it is said once: {told}");
    }
}

/// An issue that is over leaves a handoff of ours without what the tech lead said of it, and a word of his that is a
/// finding's title stays a word of his.
#[test]
fn what_the_tech_lead_said_of_an_issue_outlives_it() {
    const HANDOFF: &str = "bazinga/artifacts/bazinga_1/AUTH/handoff_tech_lead.json";
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[("src/auth.rs", "fn login() {}\n")]);
    scene.branch("feature/auth", &base);
    scene.switch("feature/auth");
    scene.commit("AUTH: let people in", &[("src/auth.rs", "fn login() {\n    open()\n}\n")]);
    std::fs::create_dir_all(scene.root().join("bazinga/artifacts/bazinga_1")).unwrap();
    let parsed = || -> Value {
        serde_json::from_str(&std::fs::read_to_string(scene.root().join(HANDOFF)).unwrap()).unwrap()
    };
    let desk = Desk::at(scene.root());
    let opened = desk.review(
        json!({ "id": "AUTH", "title": "Login", "criteria": "only people with a password get in", "protocol": "bazinga" }),
    );
    let mut findings = blocker("Anybody gets in", "src/auth.rs", 2);
    findings.as_array_mut().unwrap().push(blocker("No test", "src/auth.rs", 1)[0].clone());
    let answered = desk.answer(&opened, findings);
    let mut made = parsed();
    made["issues"][0]["user_comment"] = json!({ "by": "Ann", "says": "look at the session, too" });
    made["notes_for_future"] = json!(["keep me", "No test"]);
    scene.write(HANDOFF, serde_json::to_string_pretty(&made).unwrap() + "\n");
    let id = made["issues"][0]["id"].clone();
    scene.commit("AUTH: check", &[("src/auth.rs", "fn login() {\n    check()\n}\n#[test]\nfn t() {}\n")]);
    let ids = answered["findings"].as_array().unwrap().iter();
    let responses: Vec<Value> = ids
        .map(|f| json!({ "finding_id": f["id"], "response": "fixed", "details": "src/auth.rs" }))
        .collect();
    let turn = &answered["next"]["turn"];
    desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": turn, "responses": responses }),
    );
    let again = desk.again(&opened);
    desk.answer(&again, blocker("Nobody gets in", "src/auth.rs", 2));
    let now = parsed();
    let issues = now["issues"].as_array().unwrap();
    let kept = issues.iter().find(|issue| issue["id"] == id).unwrap();
    assert_eq!(kept["user_comment"]["says"], "look at the session, too", "{now:#}");
    assert!(kept.get("blocking").is_none() && kept.get("severity").is_none(), "it is over: {now:#}");
    assert_eq!(issues.len(), 2, "{now:#}");
    assert_eq!(now["notes_for_future"], json!(["keep me", "No test"]), "{now:#}");
}

/// Who saves a file in its place has it empty for a moment; one that stays broken is given up with its reason, and one that
/// is another each time is said to be in somebody's hands.
#[test]
fn a_file_that_is_just_being_saved_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_owned();
    let files = Files::open(&root).unwrap();
    let lock = Lock::take(&root).unwrap();
    let readings = Cell::new(0);
    // Each time that it was read the next text is put there.
    let edit = |next: &dyn Fn(u32) -> Option<String>| {
        readings.set(0);
        files.edit_unless_torn(
            &path("state.json"),
            1 << 20,
            &lock,
            |_: &String| true,
            |before| {
                readings.set(readings.get() + 1);
                let before = before.unwrap_or_default().to_owned();
                if let Some(next) = next(readings.get()) {
                    std::fs::write(root.join("state.json"), next).unwrap();
                }
                if before.ends_with('}') { Ok(Some(before + "\n")) } else { Err(before) }
            },
        )
    };
    std::fs::write(root.join("state.json"), "").unwrap();
    let done = edit(&|n| (n == 2).then(|| "{\"k\": 1}".to_owned())).unwrap();
    assert_eq!(done, Ok(Edited::Written));
    assert_eq!(std::fs::read_to_string(root.join("state.json")).unwrap(), "{\"k\": 1}\n");

    std::fs::write(root.join("state.json"), "{").unwrap();
    assert_eq!(edit(&|_| None).unwrap(), Err("{".to_owned()));
    let busy = edit(&|n| Some(format!("{{{n}"))).unwrap_err();
    assert!(busy.is_busy(), "{busy}");

    // Cut off within a letter.
    std::fs::write(root.join("state.json"), [b'{', 0xc3]).unwrap();
    assert!(!edit(&|_| None).unwrap_err().is_busy());
}
