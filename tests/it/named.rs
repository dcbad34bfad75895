//! What streams name: those that have to do with something are found by it, whatever the list of names went through; and
//! what was let go on is not read for other subjects.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that tests share fail like tests")]

use std::path::Path;

use countersign::app::App;
use countersign::domain::checkup::State;
use countersign::domain::ids::Timestamp;
use countersign::domain::subject::PinnedChange;
use countersign::io::store::{Batch, Damage, NewEvent, Opened, Store, Stored};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::{Desk, blocker, codes};
use crate::plan_scene;
use crate::scene::Scene;

/// The kind of event that names what its body says, word by word.
const KIND: &str = "noted";

fn noted(body: &str) -> Batch {
    Batch::new([NewEvent { at: Timestamp(1_000), kind: KIND.into(), version: 1, body: body.into() }])
}

fn names_of(event: &Stored) -> Option<Vec<String>> {
    (event.body != "unknown").then(|| event.body.split(' ').map(str::to_owned).collect())
}

fn naming(body: &str) -> Batch {
    noted(body).naming(body.split(' ').map(str::to_owned))
}

fn open(store: &mut Store, id: &str, batch: &Batch) {
    assert!(matches!(store.open_stream(&format!("key of {id}"), id, "loop", batch).unwrap(), Opened::New(_)));
}

/// The streams that name something, with a star where they are settled.
fn found(store: &Store, name: &str) -> Vec<String> {
    let wanted = |body: &[u8]| String::from_utf8_lossy(body).split(' ').any(|word| word == name);
    let found = store.streams_naming(&[name.to_owned()], KIND, wanted).unwrap();
    found.into_iter().map(|f| if f.settled { format!("{}*", f.id) } else { f.id }).collect()
}

fn raw(dir: &Path, sql: &str) {
    let raw = Connection::open(dir.join("countersign/store.db")).unwrap();
    raw.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    raw.execute_batch(sql).unwrap();
}

fn unlisted(dir: &Path) -> i64 {
    let raw = Connection::open(dir.join("countersign/store.db")).unwrap();
    raw.query_row("SELECT count(*) FROM unlisted", [], |row| row.get(0)).unwrap()
}

/// Takes a store back to the third schema, as an older version left it.
fn of_the_third_schema(dir: &Path) {
    raw(dir, "DROP TABLE pinned; DROP TABLE unlisted; DROP TABLE settled; PRAGMA user_version = 3");
}

#[test]
fn a_stream_is_found_by_what_it_names_said_or_not() {
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    open(&mut store, "rl-2", &naming("a b"));
    open(&mut store, "rl-1", &noted("b c"));
    store.append("rl-2", 1, &naming("d")).unwrap();
    for (name, streams) in
        [("a", vec!["rl-2"]), ("b", vec!["rl-2", "rl-1"]), ("c", vec!["rl-1"]), ("x", vec![])]
    {
        assert_eq!(found(&store, name), streams, "{name}");
    }
    // Listed, it is found as before, and no more of it is to be searched.
    assert_eq!((store.list_names(10, &names_of).unwrap(), unlisted(dir.path())), (1, 0));
    assert_eq!(found(&store, "b"), ["rl-2", "rl-1"]);
    assert_eq!(found(&store, "d"), ["rl-2"]);
    // Nothing was said of this one.
    store.append("rl-2", 2, &noted("e")).unwrap();
    assert_eq!(found(&store, "e"), ["rl-2"]);
    assert_eq!(store.list_names(10, &names_of).unwrap(), 1);
    assert_eq!(found(&store, "e"), ["rl-2"]);
    // What cannot be told stays to be searched, and stands in nobody's way.
    open(&mut store, "rl-3", &noted("unknown"));
    open(&mut store, "rl-4", &noted("f"));
    for _ in 0..64 {
        store.list_names(1, &names_of).unwrap();
    }
    assert_eq!(unlisted(dir.path()), 1);
    assert_eq!((found(&store, "unknown"), found(&store, "f")), (vec!["rl-3".into()], vec!["rl-4".into()]));
    assert_eq!(store.verify_with(&names_of), []);
}

#[test]
fn a_stream_is_settled_until_something_comes_after_it() {
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    open(&mut store, "rl-1", &naming("a"));
    store.append("rl-1", 1, &naming("b").settling()).unwrap();
    assert_eq!(found(&store, "a"), ["rl-1"], "its subject is open");
    store.append("rl-1", 2, &naming("b").settling().releasing_key()).unwrap();
    assert_eq!(found(&store, "a"), ["rl-1*"]);
    store.append("rl-1", 3, &naming("c")).unwrap();
    assert_eq!(found(&store, "a"), ["rl-1"]);
    let head = store.events("rl-1").unwrap().last().unwrap().hash.clone();
    store.settle(&[("rl-1".into(), "another".into()), ("rl-9".into(), head.clone())]).unwrap();
    assert_eq!(found(&store, "a"), ["rl-1"]);
    store.settle(&[("rl-1".into(), head)]).unwrap();
    assert_eq!(found(&store, "a"), ["rl-1*"]);
    // No head but its own settles it, whatever became of either.
    raw(dir.path(), "UPDATE settled SET head = upper(head)");
    assert_eq!(found(&store, "a"), ["rl-1"]);
}

#[test]
fn the_names_of_an_older_store_are_searched_until_they_are_listed() {
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    for n in 0..5 {
        open(&mut store, &format!("rl-{n}"), &naming(&format!("a only{n}")).releasing_key().settling());
    }
    drop(store);
    of_the_third_schema(dir.path());
    let all = ["rl-0", "rl-1", "rl-2", "rl-3", "rl-4"];
    let to_read = Store::open_to_read(dir.path()).unwrap();
    assert_eq!(
        (found(&to_read, "a"), found(&to_read, "only3")),
        (all.map(String::from).to_vec(), vec!["rl-3".into()])
    );
    assert_eq!(to_read.list_names(10, &names_of).unwrap(), 0, "a store that is only read is not changed");
    assert_eq!(to_read.verify_with(&names_of), []);
    drop(to_read);
    let store = Store::open(dir.path()).unwrap();
    for left in [3, 1, 0, 0] {
        assert_eq!(
            (found(&store, "a"), found(&store, "only3")),
            (all.map(String::from).to_vec(), vec!["rl-3".into()])
        );
        store.list_names(2, &names_of).unwrap();
        assert_eq!(unlisted(dir.path()), left);
    }
    assert_eq!(found(&store, "a"), all);
    assert_eq!(store.verify_with(&names_of), []);
}

#[test]
fn names_that_were_lost_are_told_and_a_repair_lists_all_anew() {
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    open(&mut store, "rl-1", &naming("a b"));
    open(&mut store, "rl-2", &naming("a"));
    raw(dir.path(), "DELETE FROM pinned WHERE born = 1");
    assert_eq!(store.verify_all(), []);
    assert_eq!(store.verify_with(&names_of), [Damage::Names { stream: "rl-1".into() }]);
    drop(store);
    Store::repair(dir.path(), Timestamp(1), &["loop"], &|_| None).unwrap();
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(found(&store, "a"), ["rl-1", "rl-2"]);
    assert_eq!((store.list_names(10, &names_of).unwrap(), unlisted(dir.path())), (2, 0));
    assert_eq!(
        (found(&store, "a"), found(&store, "b")),
        (vec!["rl-1".into(), "rl-2".into()], vec!["rl-1".into()])
    );
}

#[test]
fn one_damaged_entry_hides_no_stream_and_is_told() {
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    open(&mut store, "rl-1", &naming("a b"));
    open(&mut store, "rl-2", &naming("b"));
    let raw = Connection::open(dir.path().join("countersign/store.db")).unwrap();
    let entries: Vec<(i64, i64)> = raw
        .prepare("SELECT name, born FROM pinned")
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(entries.len(), 6);
    for (name, born) in entries {
        for (to, of) in [(name ^ (1 << (born + 40)), born), (name, born ^ 8)] {
            raw.execute(
                "UPDATE pinned SET name = ?1, born = ?2 WHERE name = ?3 AND born = ?4",
                [to, of, name, born],
            )
            .unwrap();
            assert_eq!(
                (found(&store, "a"), found(&store, "b")),
                (vec!["rl-1".into()], vec!["rl-1".into(), "rl-2".into()])
            );
            assert_eq!(store.verify_with(&names_of), [Damage::Names { stream: format!("rl-{born}") }]);
            raw.execute(
                "UPDATE pinned SET name = ?1, born = ?2 WHERE name = ?3 AND born = ?4",
                [name, born, to, of],
            )
            .unwrap();
        }
    }
    assert_eq!(store.verify_with(&names_of), []);
}

#[test]
fn a_damaged_stream_is_not_listed() {
    let dir = TempDir::new().unwrap();
    let mut store = Store::open(dir.path()).unwrap();
    open(&mut store, "rl-1", &noted("a"));
    raw(dir.path(), "DROP TRIGGER event_is_never_changed; UPDATE event SET body = 'b'");
    assert_eq!((store.list_names(10, &names_of).unwrap(), unlisted(dir.path())), (0, 1));
    let found = store.verify_with(&names_of);
    // That a trigger is gone is named, too.
    assert!(matches!(found.as_slice(), [_, Damage::Chain { .. }]), "{found:?}");
}

fn free(id: &str) -> Value {
    json!({ "id": id, "title": format!("Change {id}"), "criteria": format!("{id} works"), "base": "HEAD~1",
            "protocol": "countersign" })
}

/// How many loops over the same files a new one would have to read, and how many there are.
fn read_of(scene: &Scene) -> (usize, usize) {
    let store = Store::open(&scene.root().join(".git")).unwrap();
    let all = store.streams_naming(&["src/cart.js".to_owned()], "pass_opened", |_| true).unwrap();
    (all.iter().filter(|f| !f.settled).count(), all.len())
}

#[test]
fn what_was_let_go_on_is_not_read_again_and_what_stands_in_the_way_is() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    for n in 0..4 {
        desk.approve(&desk.review(free(&format!("past-{n}"))));
    }
    assert_eq!(read_of(&scene), (0, 4));
    let opened = desk.review(free("A"));
    let judged = desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    let id = opened["loop_id"].as_str().unwrap();
    assert_eq!(read_of(&scene), (1, 5));
    assert!(desk.refused("review_task", free("B")).contains(id));
    let given_up = json!({ "loop_id": id, "turn": judged["next"]["turn"], "choice": "abandon",
                           "reason": "split in two", "decided_by": "Ada" });
    desk.ok("decide", given_up);
    let why = desk.refused("review_task", free("B"));
    assert!(why.contains("replaces") && why.contains(id), "{why}");
    // In a store of an older version it stands in the way as before, and in one that was repaired.
    of_the_third_schema(&scene.root().join(".git"));
    let why = desk.refused("review_task", free("B"));
    assert!(why.contains("replaces") && why.contains(id), "{why}");
    assert_eq!(read_of(&scene), (1, 5), "those that were let go on were noted when they were read");
    Store::repair(&scene.root().join(".git"), Timestamp(1), &["loop", "phase"], &|_| None).unwrap();
    let why = desk.refused("review_task", free("B"));
    assert!(why.contains("replaces") && why.contains(id), "{why}");
    assert_eq!(read_of(&scene), (1, 5));
}

#[test]
fn an_approved_loop_that_a_second_answer_opens_again_stands_in_the_way_again() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(free("A"));
    desk.approve(&opened);
    assert_eq!(read_of(&scene), (0, 1));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    assert_eq!(read_of(&scene), (1, 1));
    let why = desk.refused("review_task", free("B"));
    assert!(why.contains(opened["loop_id"].as_str().unwrap()), "{why}");
}

#[test]
fn a_loop_of_the_same_subject_is_found_though_it_was_let_go_on() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(free("A"));
    desk.approve(&opened);
    scene.branch("elsewhere", &scene.open().head().unwrap());
    scene.switch("elsewhere");
    let again = desk.review(free("A"));
    assert_eq!(again["loop_id"], opened["loop_id"], "{again:#}");
    assert!(codes(&again).contains(&"held_elsewhere") || again["next"]["outcome"] == "approved", "{again:#}");
}

#[test]
fn lost_names_are_told_by_doctor_and_mended() {
    let scene = plan_scene::with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(free("A"));
    desk.answer(&opened, blocker("The discount is ignored", "src/cart.js", 6));
    raw(&scene.root().join(".git"), "DELETE FROM pinned");
    let found = App::new(scene.root()).examine();
    let told =
        |c: &&countersign::domain::checkup::Check| c.check == "store.listing" && c.state == State::Error;
    assert!(found.checks.iter().any(|c| told(&c)), "{found:#?}");
    let repaired = App::new(scene.root()).repair().unwrap();
    assert!(repaired.healthy, "{repaired:#?}");
    assert!(desk.refused("review_task", free("B")).contains(opened["loop_id"].as_str().unwrap()));
}

/// What a change pins is searched for as it is stored and as it is listed: neither may know a name that the other does
/// not.
#[test]
fn every_name_that_a_change_pins_is_listed() {
    let oid = |n: u8| format!("{n:040x}");
    let content = |n: u8| json!({ "mode": "file", "blob": oid(n), "kept": "kept" });
    let stored = json!({
        "base": oid(1), "head": oid(2), "commits": [{ "id": oid(3), "subject": "said" }],
        "files": [{ "path": "now", "old_path": "before", "blob": oid(4) }, { "path": "gone", "blob": null }],
        "insertions": 1, "deletions": 1, "found": "work_tree", "renamed": [{ "from": "first", "to": "then" }],
        "snapshot": { "under": oid(5), "files": [{ "path": "laid", "content": content(6) }, { "path": "away" }] },
        "proof": [{ "path": "proven", "patch": "patch", "parts": ["part"] }],
    });
    let change: PinnedChange = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(serde_json::to_value(&change).unwrap(), stored, "no field was left out of this test");
    let mut listed: Vec<&str> = change.names().collect();
    let mut texts = Vec::new();
    texts_of(&stored, &mut texts);
    // Where it lies, in words of our own or of the commit; the loops over a commit are not those that began at it.
    let (base, head, under) = (oid(1), oid(2), oid(5));
    let no_names = [&base, &head, &under, "said", "work_tree", "file", "kept", "patch", "part"];
    texts.retain(|text| !no_names.contains(&text.as_str()));
    texts.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, texts);
}

fn texts_of(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| texts_of(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| texts_of(value, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
