//! What follows from loops that a repair left out, and from those that cannot be read: they hold up what they bear on and
//! nothing else, each refusal leads on, and whoever comes back is told.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use countersign::app::App;
use rusqlite::{Connection, params};
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, remarks_of};
use crate::hook::session_start;
use crate::lost::{
    YOLO, ahead, blocked, c1, checks, damage, id_of, newer, said, tamper, two_plans, with_work,
};
use crate::plan_scene::{PLAN, with_task_one};
use crate::scene::{Edit, Scene};

fn task_one() -> Value {
    json!({ "plan": PLAN, "task": "1" })
}

/// An approved task whose record was damaged and left out by a repair.
fn with_task_left_out() -> (Scene, Desk, String) {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(task_one());
    desk.approve(&opened);
    let id = id_of(&opened);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    (scene, desk, id)
}

#[test]
fn a_left_out_loop_whose_plan_is_gone_leaves_its_work_to_be_asked_about_for_itself() {
    let (scene, desk, id) = with_task_left_out();
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains("\"task\":\"1\""), "{gate}");
    scene.edit("docs: drop the plan", &[Edit::Remove(PLAN)]);
    desk.call("review_task", task_one()).unwrap_err();
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains("[left_out_and_gone]") && gate.contains(&id), "{gate}");
    assert!(!gate.contains("\"task\""), "no call leads to what is not there: {gate}");
    // Its commit is reviewed by itself, and that is all.
    let call = gate.lines().find_map(|line| line.trim().strip_prefix("call: review_task ")).unwrap();
    let call = call.split(" + ").next().unwrap();
    let mut call: Value = serde_json::from_str(call).unwrap();
    call["criteria"] = json!("it sums");
    let by_itself = desk.review(call);
    desk.approve(&by_itself);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(open && gate.contains("[left_out_and_gone]"), "{gate}");
}

#[test]
fn a_left_out_task_that_its_plan_has_no_more_is_said_and_asked_for_no_more() {
    let (scene, _, id) = with_task_left_out();
    let text = fs::read_to_string(scene.root().join(PLAN)).unwrap();
    let (from, to) = (text.find("<task type").unwrap(), text.find("</task>\n").unwrap() + "</task>\n".len());
    scene.commit("docs: one task less", &[(PLAN, &format!("{}{}", &text[..from], &text[to..]))]);
    let (gate, _) = said(scene.root(), &["gate"]);
    assert!(gate.contains("[left_out_and_gone]") && gate.contains(&id), "{gate}");
    assert!(!gate.contains("\"task\":\"1\""), "{gate}");
}

#[test]
fn a_left_out_free_change_that_was_taken_back_is_said_and_asked_for_no_more() {
    for approved in [false, true] {
        let scene = Scene::new();
        let base = scene.commit("base", &[("src/a.js", "let a = 0;\n")]);
        scene.branch("feat", &base);
        scene.switch("feat");
        scene.write("src/a.js", "let a = 1;\n");
        let desk = Desk::at(scene.root());
        let asked = json!({ "id": "c1", "title": "T", "criteria": "it works", "files": ["src/a.js"] });
        let opened = desk.review(asked);
        desk.answer(&opened, if approved { json!([]) } else { blocker("It is wrong", "src/a.js", 1) });
        damage(&scene, &id_of(&opened), 3);
        App::new(scene.root()).repair().unwrap();
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open && gate.contains("review_task"), "{gate}");
        scene.write("src/a.js", "let a = 0;\n");
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(open && gate.contains("[left_out_and_gone]"), "{gate}");
        let status = desk.ok("loop_status", json!({}));
        assert!(!codes(&status).contains(&"loop_left_out"), "{status:#}");
    }
}

#[test]
fn every_call_on_a_left_out_loop_names_the_review_of_its_subject() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    for tool in ["loop_status", "review_task"] {
        let why = desk.refused(tool, json!({ "loop_id": id }));
        assert!(why.contains("call review_task") && why.contains("it works"), "{tool}: {why}");
    }
    let (scene, desk, id) = with_task_left_out();
    let why = desk.refused("loop_status", json!({ "loop_id": id }));
    assert!(why.contains("call review_task") && why.contains(PLAN), "{why}");
    drop(scene);
}

#[test]
fn what_waits_to_be_reviewed_anew_is_told_to_whoever_comes_back() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    scene.commit("more", &[("src/b.js", "let b = 1;\n")]);
    let other = desk.review(json!({ "id": "c2", "title": "More", "criteria": "it works", "base": "HEAD~1" }));
    desk.approve(&other);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    let status = desk.ok("loop_status", json!({}));
    assert_eq!(status["next"]["action"], "review", "{status:#}");
    assert_eq!(status["next"]["call"]["arguments"]["id"], "c1", "{status:#}");
    assert!(remarks_of(&status, "loop_left_out").contains(&id), "{status:#}");
    let told = session_start(scene.root(), "startup");
    assert!(told.contains(&id) && !told.contains("loops are open"), "{told}");
    for command in [vec!["metrics"], vec!["replay", "--protocol", "countersign"], vec!["status"]] {
        let (told, _) = said(scene.root(), &command);
        assert!(told.contains(&id), "{command:?}: {told}");
    }
    // It is told until somebody reviews it anew.
    let mut call = status["next"]["call"]["arguments"].clone();
    for field in status["next"]["fill"].as_array().into_iter().flatten() {
        call[field.as_str().unwrap()] = json!("HEAD~2");
    }
    desk.review(call);
    let status = desk.ok("loop_status", json!({}));
    assert!(!codes(&status).contains(&"loop_left_out"), "{status:#}");
}

#[test]
fn a_task_whose_review_cannot_be_read_is_neither_never_reviewed_nor_changed() {
    for is_newer in [true, false] {
        let scene = with_task_one();
        let desk = Desk::at(scene.root());
        let opened = desk.review(task_one());
        desk.approve(&opened);
        let id = id_of(&opened);
        match is_newer {
            true => newer(&scene, &id, 99, "dreamt", "{}"),
            false => damage(&scene, &id, 3),
        }
        let (gate, open) = said(scene.root(), &["gate", "--phase", "1"]);
        let of_it: Vec<&str> = gate.lines().filter(|line| line.contains("Task 1")).collect();
        assert!(!open && !of_it.is_empty(), "{gate}");
        assert!(of_it.iter().all(|line| line.contains("cannot be read") && line.contains(&id)), "{gate}");
        let status = desk.ok("loop_status", json!({ "phase": "1" }));
        assert_eq!(status["next"]["action"], "stop", "{status:#}");
        assert!(!status["unreviewed"].to_string().contains("Task 1"), "{status:#}");
        scene.write(".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
        let verified = desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
        let items = verified["items"].as_array().unwrap();
        let item = items.iter().find(|i| i["kind"] == "review" && i["label"].to_string().contains("Task 1"));
        assert!(item.unwrap().to_string().contains("cannot be read"), "{verified:#}");
    }
    let (_scene, desk, id) = with_task_left_out();
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    let why = status["next"]["why"].as_str().unwrap();
    assert!(why.contains(&id) && !why.contains("changed since"), "{status:#}");
    assert_eq!(status["next"]["call"]["tool"], "review_task", "{status:#}");
}

#[test]
fn what_a_newer_version_went_on_with_holds_up_no_work_beside_it() {
    let scene = Scene::new();
    scene.commit("base", &[("src/a.js", "let a = 0;\n"), ("CHANGELOG.md", "x\n")]);
    scene.commit("work", &[("src/a.js", "let a = 1;\n"), ("CHANGELOG.md", "x\na\n")]);
    let desk = Desk::at(scene.root());
    let opened = desk.review(c1());
    desk.approve(&opened);
    newer(&scene, &id_of(&opened), 99, "dreamt", "{}");
    scene.commit("other", &[("src/b.js", "let b = 1;\n"), ("CHANGELOG.md", "x\na\nb\n")]);
    desk.review(json!({ "id": "c2", "title": "Other", "criteria": "it works", "base": "HEAD~1" }));
    // All of its work under another name is refused still.
    let whole = json!({ "id": "c3", "title": "Both", "criteria": "it works", "base": "HEAD~2" });
    let why = desk.call("review_task", whole).unwrap_err();
    assert!(why.contains("Install that version"), "{why}");
    assert_eq!(checks(&scene, "loop.newer").len(), 1);

    for answered in [true, false] {
        let (scene, desk, one) = two_plans();
        let opened = desk.review(json!({ "plan": one }));
        if answered {
            let text = "VERDICT: approve\nFINDINGS:\n";
            let asked =
                json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
            desk.ok("record_findings", asked);
        }
        newer(&scene, &id_of(&opened), 99, "dreamt", "{}");
        desk.review(json!({ "plan": format!("{YOLO}/01-02-PLAN.md") }));
    }
}

/// Writes a loop as it would have been with a clock that ran an hour ahead and was put right since; a report of before
/// would tell.
fn under_another_clock(scene: &Scene, id: &str) {
    ahead(scene, id, 3_600_000);
    drop(fs::remove_dir_all(scene.root().join(".countersign")));
    App::new(scene.root()).repair().unwrap();
}

#[test]
fn what_was_opened_after_a_left_out_loop_is_told_by_the_stores_order_and_by_no_clock() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    under_another_clock(&scene, &id);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    let anew = desk.review(c1());
    assert_ne!(id_of(&anew), id);
    desk.approve(&anew);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(open, "it was reviewed anew, and nothing waits: {gate}");
    let status = desk.ok("loop_status", json!({}));
    assert!(!codes(&status).contains(&"loop_left_out"), "{status:#}");
    assert_eq!(status["next"]["action"], "proceed", "{status:#}");
    // A second repair takes the places of both along.
    damage(&scene, &id_of(&anew), 3);
    App::new(scene.root()).repair().unwrap();
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(
        !open && gate.contains(&id_of(&anew)) && !gate.contains(&id),
        "the one opened last speaks: {gate}"
    );
    let third = desk.review(c1());
    desk.approve(&third);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(open, "{gate}");
}

#[test]
fn no_older_approval_under_another_clock_speaks_in_the_place_of_a_left_out_loop() {
    let (scene, desk) = with_work();
    let first = desk.review(c1());
    desk.approve(&first);
    under_another_clock(&scene, &id_of(&first));
    scene.commit("more", &[("src/a.js", "let a = 2;\n")]);
    let both = json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": "HEAD~2" });
    let second = desk.review(both.clone());
    assert_ne!(id_of(&second), id_of(&first));
    desk.answer(&second, blocker("It is wrong", "src/a.js", 1));
    damage(&scene, &id_of(&second), 3);
    App::new(scene.root()).repair().unwrap();
    let status = desk.ok("loop_status", json!({}));
    assert!(remarks_of(&status, "loop_left_out").contains(&id_of(&second)), "{status:#}");
    assert_eq!(status["next"]["action"], "review", "{status:#}");
    // Another review of the second commit alone does not take its place.
    let other =
        desk.review(json!({ "id": "c7", "title": "More", "criteria": "it is more", "base": "HEAD~1" }));
    desk.approve(&other);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains(&id_of(&second)), "{gate}");
    let anew = desk.review(both);
    desk.approve(&anew);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(open, "{gate}");
}

#[test]
fn what_the_end_of_the_last_loop_handed_over_is_told_of_the_last_and_by_no_clock() {
    let (scene, desk) = with_work();
    let first = desk.review(c1());
    let answered = desk.answer(&first, blocker("It is wrong", "src/a.js", 1));
    let gave_up = json!({ "loop_id": id_of(&first), "turn": answered["next"]["turn"], "choice": "abandon", "reason": "begun anew in smaller parts", "decided_by": "Ada" });
    desk.ok("decide", gave_up);
    under_another_clock(&scene, &id_of(&first));
    scene.commit("mended", &[("src/a.js", "let a = 2;\n")]);
    let anew =
        desk.review(json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": "HEAD~2" }));
    assert_ne!(id_of(&anew), id_of(&first));
    desk.approve(&anew);
    let status = desk.ok("loop_status", json!({}));
    assert_eq!(status["next"]["action"], "proceed", "{status:#}");
    assert!(status["next"]["why"].to_string().contains(&id_of(&anew)), "{status:#}");
}

#[test]
fn a_phase_does_not_go_on_where_a_left_out_loop_came_after_one_that_let_it() {
    let (scene, desk, one) = two_plans();
    let answer = |opened: &Value, text: &str| {
        desk.ok(
            "record_findings",
            json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text }),
        );
    };
    answer(&desk.review(json!({ "plan": one })), "VERDICT: approve\nFINDINGS:\n");
    let text = fs::read_to_string(scene.root().join(&one)).unwrap();
    scene.commit("another plan", &[(&one, &text.replace("Sum the cart", "Sum up the cart"))]);
    let second = desk.review(json!({ "plan": one }));
    answer(&second, "VERDICT: approve\nFINDINGS:\n");
    damage(&scene, &id_of(&second), 2);
    App::new(scene.root()).repair().unwrap();
    let two = json!({ "plan": format!("{YOLO}/01-02-PLAN.md") });
    let why = desk.call("review_task", two.clone()).unwrap_err();
    assert!(why.contains(&id_of(&second)), "{why}");
    desk.review(json!({ "plan": one }));
    desk.review(two);
}

#[test]
fn a_left_out_loop_is_told_to_whoever_asks_for_its_subject() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    let status = desk.ok("loop_status", json!({ "id": "c1" }));
    assert!(remarks_of(&status, "loop_left_out").contains(&id), "{status:#}");
    assert_eq!(status["next"]["action"], "review", "{status:#}");
    assert_eq!(status["next"]["call"]["arguments"]["id"], "c1", "{status:#}");
    let other = desk.ok("loop_status", json!({ "id": "c2" }));
    assert!(codes(&other).contains(&"no_loop"), "{other:#}");
    // One that came before it does not stand in its place without a word.
    let (scene, desk) = with_work();
    desk.approve(&desk.review(c1()));
    scene.commit("more", &[("src/a.js", "let a = 2;\n")]);
    let second =
        desk.review(json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": "HEAD~2" }));
    damage(&scene, &id_of(&second), 2);
    App::new(scene.root()).repair().unwrap();
    let status = desk.ok("loop_status", json!({ "id": "c1" }));
    assert!(remarks_of(&status, "loop_left_out").contains(&id_of(&second)), "{status:#}");
    let (_scene, desk, id) = with_task_left_out();
    for asked in [json!({ "plan": PLAN, "task": "1" }), json!({ "plan": PLAN })] {
        let status = desk.ok("loop_status", asked);
        assert!(remarks_of(&status, "loop_left_out").contains(&id), "{status:#}");
        assert_eq!(status["next"]["call"]["arguments"]["plan"], PLAN, "{status:#}");
    }
}

#[test]
fn a_left_out_loop_of_which_nothing_can_be_read_names_no_call_that_is_refused() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    damage(&scene, &id, 1);
    App::new(scene.root()).repair().unwrap();
    for tool in ["loop_status", "review_task"] {
        let why = desk.refused(tool, json!({ "loop_id": id }));
        assert!(
            why.contains("None of its events can be read") && why.contains("countersign doctor"),
            "{why}"
        );
        assert!(why.contains("call loop_status {}"), "{tool}: {why}");
    }
    desk.ok("loop_status", json!({}));
    let by_subject = desk.ok("loop_status", json!({ "id": "c1" }));
    assert!(remarks_of(&by_subject, "loop_left_out").contains(&id), "{by_subject:#}");
    let told = checks(&scene, "loop.cut");
    assert!(told[0].means.as_ref().is_some_and(|means| means.contains("none of its events")), "{told:?}");
}

/// Damages what a repair kept, in one of the ways below.
fn damage_kept(scene: &Scene, how: &str) {
    tamper(scene, |raw| {
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let sql = "SELECT name, value FROM meta WHERE name LIKE 'cut/%'";
        let (name, value): (String, String) = raw.query_row(sql, [], row).unwrap();
        let content = serde_json::from_str::<Value>(&value).unwrap()["events"].as_str().unwrap().to_owned();
        let renamed = |to: &str| raw.execute("UPDATE meta SET name = ?2 WHERE name = ?1", params![name, to]);
        let replaced =
            |to: &str| raw.execute("UPDATE meta SET value = ?2 WHERE name = ?1", params![name, to]);
        let id = name.strip_prefix("cut/").unwrap();
        let done = match how {
            "the text" => raw.execute(
                "UPDATE blob SET content = CAST(replace(CAST(content AS TEXT), '\"seq\":1', '\"seq\":0') AS BLOB) WHERE hash = ?1",
                [&content],
            ),
            "the text is gone" => raw.execute("DELETE FROM blob WHERE hash = ?1", [&content]),
            "no JSON" => replaced(&value.replacen('{', "z", 1)),
            "a field" => replaced(&value.replacen("\"kind\"", "\"jind\"", 1)),
            "a number" => replaced(&value.replacen("\"seq\":3", "\"seq\":7", 1)),
            "the name" => renamed(&format!("cuu/{id}")),
            "the id" => renamed(&format!("cut/{}", id.replacen("rl-", "rm-", 1))),
            other => unreachable!("{other}"),
        };
        assert_eq!(done.unwrap(), 1, "{how}");
    });
}

const KEPT: [&str; 7] =
    ["the text", "the text is gone", "no JSON", "a field", "a number", "the name", "the id"];

/// A left-out loop and a whole one beside it.
fn with_one_left_out() -> (Scene, Desk, [String; 2]) {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    scene.commit("more", &[("src/b.js", "let b = 1;\n")]);
    let whole =
        desk.review(json!({ "id": "c2", "title": "More", "criteria": "it does more", "base": "HEAD~1" }));
    damage(&scene, &id, 3);
    App::new(scene.root()).repair().unwrap();
    (scene, desk, [id, id_of(&whole)])
}

#[test]
fn what_was_kept_of_a_left_out_loop_and_is_damaged_is_no_other_loops_loss_and_is_found_again() {
    for how in KEPT {
        let (scene, desk, [id, whole]) = with_one_left_out();
        damage_kept(&scene, how);
        let desk_of_whole = desk.ok("loop_status", json!({ "loop_id": whole }));
        assert_eq!(desk_of_whole["loops"][0]["loop_id"], whole, "{how}");
        let status = desk.ok("loop_status", json!({}));
        assert!(remarks_of(&status, "loop_unreadable").contains("doctor --repair"), "{how}: {status:#}");
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open && gate.contains("what was kept of it is damaged"), "{how}: {gate}");
        let (log, read) = said(scene.root(), &["log", &whole]);
        assert!(read, "{how}: {log}");
        let why = desk.refused("loop_status", json!({ "loop_id": id }));
        assert!(!why.contains("in this repository"), "{how}: {why}");
        let found = checks(&scene, "loop.cut");
        assert!(
            found.iter().any(|check| check.mend.as_deref() == Some("countersign doctor --repair")),
            "{how}: {found:?}"
        );
        assert!(checks(&scene, "store.contents").is_empty(), "{how}: it is told once, as what it is");
        // A repair has it as it was.
        let done = App::new(scene.root()).repair().unwrap().repaired;
        assert!(
            !done.iter().any(|line| line.contains(" left out:") || line.contains("were left out")),
            "{how}: {done:?}"
        );
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open && gate.contains(&format!("the chain of {id} broke at event 3")), "{how}: {gate}");
        let why = desk.refused("loop_status", json!({ "loop_id": id }));
        assert!(why.contains("call review_task") && why.contains("it works"), "{how}: {why}");
        let status = desk.ok("loop_status", json!({}));
        assert!(remarks_of(&status, "loop_left_out").contains(&id), "{how}: {status:#}");
        assert!(App::new(scene.root()).repair().unwrap().repaired.is_empty(), "{how}");
    }
}

#[test]
fn what_was_kept_of_a_left_out_loop_is_found_again_without_the_file_that_was_set_aside() {
    for how in KEPT {
        let (scene, desk, [id, whole]) = with_one_left_out();
        damage_kept(&scene, how);
        // Whoever had the file open that was set aside has let go of it.
        desk.ok("loop_status", json!({ "loop_id": whole }));
        let folder = scene.root().join(".git/countersign");
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            if entry.file_name().to_string_lossy().contains("damaged-") {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        let done = App::new(scene.root()).repair().unwrap().repaired;
        let is_lost = how.starts_with("the text");
        let said_so = done.iter().any(|line| line.contains(&id) && line.contains("nothing of it was found"));
        assert_eq!(said_so, is_lost, "{how}: {done:?}");
        // Even so it stays told, and is in nobody's way.
        let told = checks(&scene, "loop.cut");
        assert!(told.iter().any(|check| check.finding.contains(&id)), "{how}: {told:?}");
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open && gate.contains(&id) != is_lost, "{how}: {gate}");
        desk.ok("loop_status", json!({ "loop_id": whole }));
        assert!(App::new(scene.root()).repair().unwrap().repaired.is_empty(), "{how}");
    }
}

#[test]
fn no_phase_goes_on_while_what_was_kept_of_a_left_out_loop_is_damaged() {
    let (scene, desk, one) = two_plans();
    let opened = desk.review(json!({ "plan": one }));
    damage(&scene, &id_of(&opened), 2);
    App::new(scene.root()).repair().unwrap();
    damage_kept(&scene, "the text");
    let two = json!({ "plan": format!("{YOLO}/01-02-PLAN.md") });
    let why = desk.call("review_task", two).unwrap_err();
    assert!(why.contains("nobody knows") && why.contains("doctor --repair"), "{why}");
    let phase = desk.ok("loop_status", json!({ "phase": "1" }));
    assert_eq!(phase["next"]["action"], "stop", "{phase:#}");
    let (gate, open) = said(scene.root(), &["gate", "--phase", "1"]);
    assert!(!open, "{gate}");
}

#[test]
fn a_row_of_the_list_without_a_name_and_without_events_is_no_loop_that_was_left_out() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    let file = scene.root().join(".git/countersign/store.db");
    let raw = Connection::open(&file).unwrap();
    raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'stream'";
    let page: u32 = raw.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(raw);
    // The page of the list says that it has three rows.
    let mut bytes = fs::read(&file).unwrap();
    let count = (page as usize - 1) * 4096 + 4;
    assert_eq!(bytes[count], 1);
    bytes[count] = 3;
    fs::write(&file, bytes).unwrap();
    let done = App::new(scene.root()).repair().unwrap().repaired;
    assert!(done.iter().any(|line| line.starts_with("1 loops and phases were carried over")), "{done:?}");
    assert!(!done.iter().any(|line| line.contains(" was left out")), "{done:?}");
    let status = desk.ok("loop_status", json!({}));
    assert_eq!(status["loops"][0]["loop_id"], id, "{status:#}");
}

#[test]
fn what_an_older_version_kept_of_a_left_out_loop_is_read_as_it_was() {
    let (scene, desk, [id, _]) = with_one_left_out();
    tamper(&scene, |raw: &Connection| {
        let sql = "UPDATE meta SET value = json_remove(value, '$.check', '$.stream', '$.born') WHERE name LIKE 'cut/%'";
        assert_eq!(raw.execute(sql, []).unwrap(), 1);
    });
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains(&format!("the chain of {id} broke at event 3")), "{gate}");
    assert!(App::new(scene.root()).repair().unwrap().repaired.is_empty(), "nothing is damaged");
    let anew = desk.review(json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": "HEAD~2", "head": "HEAD~1" }));
    desk.approve(&anew);
    let (gate, _) = said(scene.root(), &["gate"]);
    assert!(!gate.contains(&id), "{gate}");
}
