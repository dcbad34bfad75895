//! Loops and phases of which something was lost, damaged or written by a newer version: nothing goes on as if they had
//! never been there, and nobody writes over the last trace of them.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use countersign::app::App;
use countersign::domain::checkup::Check;
use countersign::domain::ids::Timestamp;
use countersign::io::store::{Batch, NewEvent, Store, Stored, link};
use rusqlite::{Connection, params};
use serde_json::{Value, json};

use crate::desk::{Desk, blocker, codes, remarks_of};
use crate::plan_scene::with_task_one;
use crate::scene::Scene;

const REPORT: &str = ".countersign/reviews/c1.md";

pub(crate) fn run(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
    command.args(arguments).current_dir(dir).env("COUNTERSIGN_LOG", "off").output().unwrap()
}

/// What a command said, and whether it ended well.
pub(crate) fn said(dir: &Path, arguments: &[&str]) -> (String, bool) {
    let output = run(dir, arguments);
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    (String::from_utf8_lossy(&both).into_owned(), output.status.success())
}

pub(crate) fn id_of(answer: &Value) -> String {
    answer["loop_id"].as_str().unwrap().to_owned()
}

pub(crate) fn checks(scene: &Scene, name: &str) -> Vec<Check> {
    let all = App::new(scene.root()).examine().checks;
    all.into_iter().filter(|check| check.check == name).collect()
}

/// Changes the database as somebody would who goes round the triggers, and puts these back.
pub(crate) fn tamper(scene: &Scene, change: impl FnOnce(&Connection)) {
    let raw = Connection::open(scene.root().join(".git/countersign/store.db")).unwrap();
    let mut named = raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let rows = named.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let triggers: Vec<(String, String)> = rows.map(Result::unwrap).collect();
    triggers.iter().for_each(|(name, _)| raw.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    raw.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    change(&raw);
    triggers.iter().for_each(|(_, sql)| raw.execute_batch(sql).unwrap());
}

pub(crate) fn damage(scene: &Scene, stream: &str, seq: u64) {
    let sql = "UPDATE event SET body = replace(body, '{', '{ ') WHERE stream = ?1 AND seq = ?2";
    tamper(scene, |raw| {
        raw.execute(sql, params![stream, seq.cast_signed()]).unwrap();
    });
}

/// Goes on with a stream as a newer version would.
pub(crate) fn newer(scene: &Scene, stream: &str, version: u32, kind: &str, body: &str) {
    let mut store = Store::open(&scene.root().join(".git")).unwrap();
    let count = store.events(stream).unwrap().len() as u64;
    let event = NewEvent { at: Timestamp(0), kind: kind.into(), version, body: body.into() };
    store.append(stream, count, &Batch::new([event])).unwrap();
}

fn events(scene: &Scene, stream: &str) -> Vec<Stored> {
    Store::open_to_read(&scene.root().join(".git")).unwrap().events(stream).unwrap()
}

/// Writes a stream's events as they would have been with a clock that ran ahead.
pub(crate) fn ahead(scene: &Scene, stream: &str, by: i64) {
    let all = events(scene, stream);
    tamper(scene, |raw| {
        let mut prev = all[0].prev.clone();
        for old in &all {
            let at = Timestamp(old.at.0 + by);
            let new = NewEvent { at, kind: old.kind.clone(), version: old.version, body: old.body.clone() };
            let hash = link(&prev, stream, old.seq, &new);
            let sql = "UPDATE event SET at = ?3, prev = ?4, hash = ?5 WHERE stream = ?1 AND seq = ?2";
            raw.execute(sql, params![stream, old.seq.cast_signed(), at.0, prev, hash]).unwrap();
            prev = hash;
        }
        let sql = "UPDATE stream SET head = ?2, last_at = last_at + ?3 WHERE id = ?1";
        raw.execute(sql, params![stream, prev, by]).unwrap();
    });
}

/// Work on a branch of its own.
pub(crate) fn with_work() -> (Scene, Desk) {
    let scene = Scene::new();
    let base = scene.commit("base", &[("src/a.js", "let a = 0;\n")]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("work", &[("src/a.js", "let a = 1;\n")]);
    let desk = Desk::at(scene.root());
    (scene, desk)
}

pub(crate) fn c1() -> Value {
    json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": "HEAD~1" })
}

fn as_c2() -> Value {
    json!({ "id": "c2", "title": "The change", "criteria": "it works", "base": "HEAD~1" })
}

pub(crate) fn blocked(desk: &Desk) -> String {
    let opened = desk.review(c1());
    desk.answer(&opened, blocker("It is wrong", "src/a.js", 1));
    id_of(&opened)
}

#[test]
fn the_work_of_a_loop_that_cannot_be_read_is_reviewed_under_no_other_name() {
    for is_newer in [false, true] {
        let (scene, desk) = with_work();
        let id = blocked(&desk);
        match is_newer {
            true => newer(&scene, &id, 99, "dreamt", "{}"),
            false => damage(&scene, &id, 2),
        }
        let other =
            json!({ "id": "c1", "title": "The change", "criteria": "it works well", "base": "HEAD~1" });
        for asked in [c1(), as_c2(), other] {
            let why = desk.call("review_task", asked.clone()).unwrap_err();
            let way = if is_newer { "Install that version" } else { "countersign doctor" };
            assert!(why.contains(way), "{asked}: {why}");
        }
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open && gate.contains(&id), "{gate}");
        assert_eq!(gate.contains("--repair"), !is_newer, "a repair mends no newer version: {gate}");
        let status = desk.ok("loop_status", json!({}));
        assert_eq!(status["next"]["action"], "stop", "nobody knows whether one is open: {status:#}");
        // By its subject it is not said to be none.
        let why = desk.call("loop_status", json!({ "id": "c1" })).unwrap_err();
        assert!(why.contains(&id), "{why}");
    }
}

#[test]
fn a_loop_that_a_repair_left_out_closes_the_gate_until_its_subject_is_reviewed_anew() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    damage(&scene, &id, 2);
    App::new(scene.root()).repair().unwrap();
    let other = desk.review(as_c2());
    desk.approve(&other);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains(&id) && gate.contains("review_task"), "{gate}");
    // Whoever begins anew is told of what was there.
    let anew = desk.review(c1());
    assert!(remarks_of(&anew, "loop_left_out").contains(&id), "{anew:#}");
    assert!(remarks_of(&anew, "loop_left_out").contains("countersign log"), "{anew:#}");
    assert!(!said(scene.root(), &["gate"]).1);
    desk.approve(&anew);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(open, "{gate}");
}

pub(crate) const YOLO: &str = ".yolo-planning/phases/01-cart";

/// Two plans of one phase of YOLO's, and the path of the first.
pub(crate) fn two_plans() -> (Scene, Desk, String) {
    let scene = Scene::new();
    let plan = |number: &str| {
        format!(
            "---\nphase: 01\nplan: {number}\ntitle: Cart totals\nwave: 1\ndepends_on: []\nmust_haves:\n  truths:\n    - \"Totals honour discounts\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>src/cart.js</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n"
        )
    };
    let (one, two) = (format!("{YOLO}/01-01-PLAN.md"), format!("{YOLO}/01-02-PLAN.md"));
    let files = [
        ("src/cart.js", "export {}\n".to_owned()),
        (".yolo-planning/config.json", "{\"review_max_cycles\": 2}".to_owned()),
        (one.as_str(), plan("01-01")),
        (two.as_str(), plan("01-02")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    scene.commit("plans", &files);
    let desk = Desk::at(scene.root());
    (scene, desk, one)
}

fn yolo() -> (Scene, Desk, String) {
    let (scene, desk, one) = two_plans();
    let text = format!(
        "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:{one}] issue: The tasks overlap | suggestion: Part them\n"
    );
    let mut opened = desk.review(json!({ "plan": one }));
    let id = id_of(&opened);
    for pass in 1..=2 {
        let asked = json!({ "loop_id": id, "countersign": opened["countersign"], "text": text });
        let answered = desk.ok("record_findings", asked);
        if pass == 1 {
            opened = desk.again(&opened);
        } else {
            assert_eq!(answered["next"]["outcome"], "failed", "{answered:#}");
        }
    }
    (scene, desk, id)
}

#[test]
fn a_phase_does_not_go_on_where_nobody_knows_whether_it_is_stopped() {
    for is_newer in [false, true] {
        let (scene, desk, id) = yolo();
        let two = json!({ "plan": format!("{YOLO}/01-02-PLAN.md") });
        match is_newer {
            true => newer(&scene, &id, 99, "dreamt", "{}"),
            false => damage(&scene, &id, 3),
        }
        let why = desk.call("review_task", two.clone()).unwrap_err();
        assert!(why.contains(&id), "{why}");
        let phase = desk.ok("loop_status", json!({ "phase": "1" }));
        assert_eq!(phase["next"]["action"], "stop", "{phase:#}");
        if is_newer {
            continue;
        }
        App::new(scene.root()).repair().unwrap();
        let why = desk.call("review_task", two.clone()).unwrap_err();
        assert!(why.contains(&id) && why.contains("01-01-PLAN.md"), "{why}");
        let anew = desk.review(json!({ "plan": format!("{YOLO}/01-01-PLAN.md") }));
        assert_ne!(id_of(&anew), id);
        desk.review(two);
    }
}

#[test]
fn a_report_that_knows_more_than_a_restored_store_is_kept_and_said() {
    let (scene, desk) = with_work();
    let opened = desk.review(c1());
    let id = id_of(&opened);
    let store = scene.root().join(".git/countersign");
    desk.call("loop_status", json!({})).unwrap();
    let backup = scene.beside("backup.db");
    Connection::open(store.join("store.db"))
        .unwrap()
        .execute("VACUUM INTO ?1", [backup.to_str().unwrap()])
        .unwrap();
    desk.answer(&opened, blocker("It is wrong", "src/a.js", 1));
    let kept = fs::read_to_string(scene.root().join(REPORT)).unwrap();
    for old in ["store.db", "store.db-wal", "store.db-shm"] {
        drop(fs::remove_file(store.join(old)));
    }
    fs::copy(&backup, store.join("store.db")).unwrap();

    let desk = Desk::at(scene.root());
    let again = desk.review(c1());
    assert!(remarks_of(&again, "lost_events").contains(REPORT), "{again:#}");
    let answered = desk.approve(&again);
    assert!(codes(&answered).contains(&"lost_events"), "{answered:#}");
    let beside = format!(".countersign/reviews/c1-{id}.md");
    assert_eq!(answered["reports"], json!([beside]), "{answered:#}");
    assert_eq!(fs::read_to_string(scene.root().join(REPORT)).unwrap(), kept, "the only trace is left");
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains(REPORT) && gate.contains("--force"), "{gate}");
    let head = checks(&scene, "report.head");
    assert_eq!(head.len(), 1, "{head:#?}");
    App::new(scene.root()).repair().unwrap();
    assert_eq!(fs::read_to_string(scene.root().join(REPORT)).unwrap(), kept);
    // Whoever has seen it says so.
    assert!(said(scene.root(), &["report", &id, "--force"]).1);
    assert!(fs::read_to_string(scene.root().join(REPORT)).unwrap().contains("approved"));
    assert_eq!(checks(&scene, "report.head"), []);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(open, "{gate}");
}

#[test]
fn which_loop_was_opened_last_does_not_depend_on_the_clock() {
    let (scene, desk) = with_work();
    let base = scene.git.head().unwrap().peel_to_commit().unwrap().parent_id(0).unwrap().to_string();
    let asked = json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": base });
    let first = desk.review(asked.clone());
    desk.approve(&first);
    // The clock ran a day ahead, and is put right.
    ahead(&scene, &id_of(&first), 86_400_000);
    scene.commit("more", &[("src/a.js", "let a = 2;\n")]);
    let desk = Desk::at(scene.root());
    let second = desk.review(asked);
    assert_ne!(id_of(&second), id_of(&first));
    let answered = desk.answer(&second, blocker("It is wrong", "src/a.js", 1));
    let gave_up = json!({ "loop_id": id_of(&second), "turn": answered["next"]["turn"], "choice": "abandon", "reason": "it is no good", "decided_by": "Ada" });
    let status = desk.ok("loop_status", json!({ "id": "c1" }));
    assert_eq!(status["loops"][0]["loop_id"], json!(id_of(&second)), "{status:#}");
    desk.ok("decide", gave_up);
    scene.commit("back", &[("src/a.js", "let a = 1;\n")]);
    let status = desk.ok("loop_status", json!({ "id": "c1" }));
    assert_eq!(status["loops"][0]["loop_id"], json!(id_of(&second)), "{status:#}");
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains("given up"), "{gate}");
}

#[test]
fn what_one_loop_kept_and_lost_is_no_other_loops_loss() {
    let (scene, desk) = with_work();
    scene.write("src/b.js", "let b = 1;\n");
    let first = desk.review(json!({ "id": "b", "title": "B", "criteria": "b", "files": ["src/b.js"] }));
    desk.approve(&first);
    scene.commit("b", &[("src/b.js", "let b = 1;\n")]);
    let second = desk.review(c1_of_the_first());
    desk.approve(&second);
    // Its contents rotted, and git's copy of them is gone.
    let opened = events(&scene, &id_of(&first)).into_iter().find(|e| e.kind == "pass_opened").unwrap().body;
    let body: Value = serde_json::from_str(&opened).unwrap();
    let tree = body["change"]["head"].as_str().unwrap();
    tamper(&scene, |raw| {
        raw.execute(
            "UPDATE blob SET content = CAST(CAST('x' AS BLOB) || content AS BLOB) WHERE instr(?1, hash)",
            [&opened],
        )
        .unwrap();
    });
    let object = scene.root().join(".git/objects").join(&tree[..2]).join(&tree[2..]);
    fs::remove_file(object).unwrap();

    let desk = Desk::at(scene.root());
    let status = desk.ok("loop_status", json!({ "loop_id": id_of(&second) }));
    assert_eq!(status["gate"]["open"], true, "{status:#}");
    let gate = run(scene.root(), &["gate"]);
    assert_eq!(gate.status.code(), Some(1), "{gate:?}");
    let (gate, _) = said(scene.root(), &["gate"]);
    assert!(gate.contains(&id_of(&first)) && gate.contains("no longer matches its hash"), "{gate}");
    desk.ok("loop_status", json!({ "loop_id": id_of(&first) }));
}

/// The work of [`with_work`], below another commit.
fn c1_of_the_first() -> Value {
    json!({ "id": "c1", "title": "The change", "criteria": "it works", "base": "HEAD~2", "head": "HEAD~1" })
}

/// Two loops of one change: the first approved with a note, the second asks for changes and has its report's place.
fn two_of_one() -> (Scene, Desk, String, String) {
    let (scene, desk) = with_work();
    let opened = desk.review(c1());
    let note = json!([{ "severity": "low", "stage": "quality", "title": "Tidy the name", "locations": [{ "file": "src/a.js", "line": 1 }], "why": "it says little", "suggestion": "name it" }]);
    desk.ok(
        "record_findings",
        json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "verdict": "approved_with_notes", "findings": note }),
    );
    scene.commit("more", &[("src/a.js", "let a = 2;\n")]);
    let again = desk.review(c1());
    assert_ne!(id_of(&again), id_of(&opened));
    desk.answer(&again, blocker("It is wrong", "src/a.js", 1));
    (scene, desk, id_of(&opened), id_of(&again))
}

#[test]
fn the_report_of_a_change_that_was_reviewed_twice_is_right_as_it_is() {
    let (scene, _, first, _) = two_of_one();
    let checkup = App::new(scene.root()).examine();
    assert!(checkup.healthy, "{checkup:#?}");
    assert_eq!(App::new(scene.root()).repair().unwrap().repaired, Vec::<String>::new());
    let there: Vec<_> = fs::read_dir(scene.root().join(".countersign/reviews")).unwrap().collect();
    assert_eq!(there.len(), 1, "{there:?}");
    let (why, done) = said(scene.root(), &["report", &first]);
    assert!(!done && why.contains("taken over by a later loop"), "{why}");
}

#[test]
fn a_report_that_tells_of_an_earlier_loop_nobody_can_read_is_left_as_it_is() {
    for is_newer in [false, true] {
        let (scene, desk, first, second) = two_of_one();
        let before = fs::read_to_string(scene.root().join(REPORT)).unwrap();
        assert!(before.contains(&first) && before.contains("Tidy the name"), "{before}");
        match is_newer {
            true => newer(&scene, &first, 99, "dreamt", "{}"),
            false => damage(&scene, &first, 3),
        }
        assert_eq!(checks(&scene, "report.altered"), []);
        assert_eq!(checks(&scene, "report.kept").len(), 1);
        App::new(scene.root()).repair().unwrap();
        assert_eq!(fs::read_to_string(scene.root().join(REPORT)).unwrap(), before);
        // What comes then is written beside it, and said.
        let status = desk.ok("loop_status", json!({ "loop_id": second }));
        let gave_up = json!({ "loop_id": second, "turn": status["next"]["turn"], "choice": "abandon", "reason": "it is no good", "decided_by": "Ada" });
        let decided = desk.ok("decide", gave_up);
        assert!(decided.to_string().contains("what is written now lies beside it"), "{decided:#}");
        assert_eq!(fs::read_to_string(scene.root().join(REPORT)).unwrap(), before);
        assert!(scene.root().join(format!(".countersign/reviews/c1-{second}.md")).exists());
    }
}

#[test]
fn a_loop_of_a_newer_version_can_be_read_as_far_as_it_is_known() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    newer(&scene, &id, 99, "dreamt", "{}");
    let status = desk.ok("loop_status", json!({ "loop_id": id, "timeline": true }));
    assert_eq!(status["next"]["action"], "stop", "{status:#}");
    assert_eq!(status["gate"]["open"], false, "{status:#}");
    assert_eq!(status["unresolved"][0]["title"], "It is wrong", "{status:#}");
    assert!(remarks_of(&status, "loop_newer").contains("newer"), "{status:#}");
    let (log, done) = said(scene.root(), &["log", &id]);
    assert!(!done && log.contains("pass 1 answered") && log.contains("newer countersign"), "{log}");
    // Read, and not gone on with.
    desk.call("review_task", json!({ "loop_id": id })).unwrap_err();
}

fn verified() -> (Scene, Desk, String) {
    let scene = with_task_one();
    scene.write(".planning/phases/01-cart/01-01-SUMMARY.md", "# Summary\n\nDone.\n");
    let desk = Desk::at(scene.root());
    desk.ok("verify_phase", with_override(&desk));
    let store = Store::open_to_read(&scene.root().join(".git")).unwrap();
    let phase = store.streams(Some("phase")).unwrap().remove(0).id;
    (scene, desk, phase)
}

fn with_override(desk: &Desk) -> Value {
    let mut asked = json!({ "phase": "1", "partial": true });
    let verified = desk.ok("verify_phase", asked.clone());
    let item = verified["items"].as_array().unwrap().iter().find(|i| i["kind"] == "truth").unwrap();
    asked["overrides"] =
        json!([{ "item_id": item["id"], "reason": "The discount comes in May", "decided_by": "Ada" }]);
    asked
}

#[test]
fn an_override_that_is_sent_again_gives_the_same_result_and_writes_nothing() {
    let (scene, desk, phase) = verified();
    let count = events(&scene, &phase).len();
    let mut asked = with_override(&desk);
    let again = desk.ok("verify_phase", asked.clone());
    assert!(again["items"].as_array().unwrap().iter().any(|i| i["status"] == "overridden"), "{again:#}");
    assert_eq!(events(&scene, &phase).len(), count);
    asked["overrides"][0]["reason"] = json!("It comes in June");
    let why = desk.call("verify_phase", asked).unwrap_err();
    assert!(why.contains("nothing to override"), "{why}");
}

#[test]
fn a_phase_that_a_repair_left_out_is_not_verified_anew_in_silence() {
    let (scene, desk, phase) = verified();
    damage(&scene, &phase, 1);
    App::new(scene.root()).repair().unwrap();
    let again = desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
    assert!(remarks_of(&again, "lost_events").contains("event 1"), "{again:#}");
    // A report that this store never wrote is another clone's.
    fs::remove_dir_all(scene.root().join(".git/countersign")).unwrap();
    let desk = Desk::at(scene.root());
    let again = desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
    assert!(!codes(&again).contains(&"lost_events"), "{again:#}");
    assert!(codes(&again).contains(&"report_of_another_clone"), "{again:#}");
}

#[test]
fn words_about_a_phase_that_a_repair_left_out_are_told_without_a_report_until_one_is_written_anew() {
    let (scene, desk, phase) = verified();
    fs::remove_file(scene.root().join(".planning/phases/01-cart/01-VERIFICATION.md")).unwrap();
    damage(&scene, &phase, 1);
    App::new(scene.root()).repair().unwrap();
    let cut = format!("{:?}", checks(&scene, "loop.cut"));
    assert!(cut.contains("verify_phase") && !cut.contains("review_task"), "{cut}");
    let asked = json!({ "phase": "1", "partial": true });
    let again = desk.ok("verify_phase", asked.clone());
    let told = remarks_of(&again, "lost_events");
    assert!(told.contains("event 1") && told.contains("anew"), "{again:#}");
    assert!(again["items"].as_array().unwrap().iter().all(|i| i["status"] != "overridden"), "{again:#}");
    assert!(again["report"].is_string(), "{again:#}");
    let after = desk.ok("verify_phase", asked);
    assert!(!codes(&after).contains(&"lost_events"), "{after:#}");
}

#[test]
fn a_phase_that_a_newer_version_went_on_with_is_told_and_not_verified() {
    for (version, kind, body) in [(99, "overridden", "keep"), (1, "dreamt", "{\"dreamt\":{}}")] {
        let (scene, desk, phase) = verified();
        let kept = events(&scene, &phase).iter().rev().find(|e| e.kind == "overridden").unwrap().body.clone();
        newer(&scene, &phase, version, kind, if body == "keep" { &kept } else { body });
        let why = desk.call("verify_phase", json!({ "phase": "1", "partial": true })).unwrap_err();
        assert!(why.contains("newer countersign"), "{why}");
        let status = desk.ok("loop_status", json!({ "phase": "1" }));
        assert!(codes(&status).contains(&"phase_unreadable"), "{status:#}");
        let told = checks(&scene, "phase.newer");
        assert!(told.len() == 1 && told[0].state.is_wrong(), "{told:#?}");
    }
}

#[test]
fn a_report_lies_where_the_loops_branch_is_checked_out_whoever_answers() {
    let scene = Scene::new();
    scene.commit("base", &[("src/a.js", "let a = 0;\n")]);
    let worktree = scene.worktree("linked");
    fs::write(worktree.join("src/a.js"), "let a = 1;\n").unwrap();
    let there = Desk::in_worktree(scene.root(), &worktree);
    let opened = there.review(json!({ "id": "c1", "title": "The change", "criteria": "it works" }));
    // Whoever answers knows the loop alone.
    let answered = Desk::at(scene.root()).answer(&opened, blocker("It is wrong", "src/a.js", 1));
    assert!(worktree.join(REPORT).exists() && !scene.root().join(REPORT).exists());
    assert!(remarks_of(&answered, "report_elsewhere").contains("linked"), "{answered:#}");
    let checkup = App::new(scene.root()).examine();
    assert!(checkup.checks.iter().all(|c| c.check != "report.missing"), "{checkup:#?}");
}

#[test]
fn a_handoff_that_was_lost_is_made_again_with_the_report() {
    let (scene, desk) = with_work();
    fs::create_dir_all(scene.root().join("bazinga/artifacts/bazinga_1")).unwrap();
    let mut asked = c1();
    asked["protocol"] = json!("bazinga");
    let opened = desk.review(asked);
    desk.answer(&opened, blocker("It is wrong", "src/a.js", 1));
    let handoff = scene.root().join("bazinga/artifacts/bazinga_1/c1/handoff_tech_lead.json");
    let right = fs::read(&handoff).unwrap();
    fs::remove_file(&handoff).unwrap();
    assert!(said(scene.root(), &["report", "--all"]).1);
    assert_eq!(fs::read(&handoff).unwrap(), right);
    fs::remove_file(&handoff).unwrap();
    App::new(scene.root()).repair().unwrap();
    assert_eq!(fs::read(&handoff).unwrap(), right);
}

/// Work for a group of BAZINGA's, with the path of its handoff.
fn with_group() -> (Scene, Desk, std::path::PathBuf) {
    let (scene, desk) = with_work();
    fs::create_dir_all(scene.root().join("bazinga/artifacts/bazinga_1")).unwrap();
    let handoff = scene.root().join("bazinga/artifacts/bazinga_1/c1/handoff_tech_lead.json");
    (scene, desk, handoff)
}

fn of_group(criteria: &str) -> Value {
    json!({ "id": "c1", "title": "The change", "criteria": criteria, "base": "HEAD~1", "protocol": "bazinga" })
}

#[test]
fn a_handoff_is_told_again_of_the_loop_that_it_speaks_of_and_of_no_older_one() {
    let (scene, desk, handoff) = with_group();
    let older = desk.review(of_group("it works"));
    desk.approve(&older);
    scene.commit("more", &[("src/b.js", "let b = 1;\n")]);
    let later = desk.review(of_group("it is shown"));
    desk.answer(&later, blocker("It is not shown", "src/b.js", 1));
    let right = fs::read_to_string(&handoff).unwrap();
    assert!(right.contains("CHANGES_REQUESTED") && right.contains(&id_of(&later)), "{right}");
    for again in [vec!["report", "--all"], vec!["report", &id_of(&older)], vec!["doctor", "--repair"]] {
        run(scene.root(), &again);
        assert_eq!(fs::read_to_string(&handoff).unwrap(), right, "{again:?}");
    }
    // Lost, it is made again of the loop that is open.
    fs::remove_file(&handoff).unwrap();
    assert!(said(scene.root(), &["report", &id_of(&older)]).1);
    assert!(!handoff.exists(), "an older loop says nothing of what is open");
    assert!(said(scene.root(), &["report", "--all"]).1);
    assert_eq!(fs::read_to_string(&handoff).unwrap(), right);
}

#[test]
fn the_systems_own_files_keep_what_an_older_store_does_not_know() {
    let (scene, desk, handoff) = with_group();
    let opened = desk.review(of_group("it works"));
    desk.approve(&opened);
    let backup = scene.beside("backup.db");
    let store = scene.root().join(".git/countersign");
    let raw = Connection::open(store.join("store.db")).unwrap();
    raw.execute("VACUUM INTO ?1", [backup.to_str().unwrap()]).unwrap();
    drop(raw);
    desk.answer(&opened, blocker("It is wrong", "src/a.js", 1));
    let kept = fs::read_to_string(&handoff).unwrap();
    assert!(kept.contains("CHANGES_REQUESTED"), "{kept}");
    let report = scene.root().join("bazinga/artifacts/bazinga_1/c1/REVIEW.md");
    for old in ["store.db", "store.db-wal", "store.db-shm"] {
        drop(fs::remove_file(store.join(old)));
    }
    fs::copy(&backup, store.join("store.db")).unwrap();
    run(scene.root(), &["doctor", "--repair"]);
    assert_eq!(fs::read_to_string(&handoff).unwrap(), kept);
    let (told, _) = said(scene.root(), &["report", "--all"]);
    assert_eq!(fs::read_to_string(&handoff).unwrap(), kept);
    assert!(told.contains("REVIEW.md") && !told.contains("no loop has an answered pass"), "{told}");
    // With the report beside it gone, the handoff is the last trace.
    let text = fs::read_to_string(&report).unwrap();
    fs::remove_file(&report).unwrap();
    run(scene.root(), &["report", "--all"]);
    assert_eq!(fs::read_to_string(&handoff).unwrap(), kept);
    fs::write(&report, text).unwrap();
    assert!(said(scene.root(), &["report", &id_of(&opened), "--force"]).1);
    assert!(fs::read_to_string(&handoff).unwrap().contains("\"APPROVED\""));
}

#[test]
fn a_report_that_could_not_be_written_is_not_said_to_be_none() {
    let (scene, desk) = with_work();
    scene.write(".countersign", "somebody's file\n");
    blocked(&desk);
    let (told, done) = said(scene.root(), &["report", "--all"]);
    assert!(!done && !told.contains("no loop has an answered pass"), "{told}");
}
