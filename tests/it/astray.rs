//! Lists that lead to loops, with one bit of them damaged: no loop is passed over, and none is said not to be there.
//!
//! SQLite follows a damaged index or a page that counts too few rows without a word. The events are whole in each case, so
//! a repair carries every loop that its row can still be found for.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;

use countersign::app::App;
use countersign::io::store::{Batch, NewEvent, Opened, Store};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::desk::{Desk, blocker};
use crate::lost::{blocked, c1, damage, id_of, said, with_work};
use crate::scene::Scene;

fn given_up(desk: &Desk) -> String {
    let opened = desk.review(c1());
    let judged = desk.answer(&opened, blocker("It is wrong", "src/a.js", 1));
    let id = id_of(&opened);
    let choice = json!({ "loop_id": id, "turn": judged["next"]["turn"], "choice": "abandon",
                         "reason": "begun anew in smaller parts", "decided_by": "Ada" });
    desk.ok("decide", choice);
    id
}

fn as_c2() -> Value {
    json!({ "id": "c2", "title": "The change", "criteria": "it works well", "base": "HEAD~1" })
}

/// Changes the page that a table or an index begins with, in the file itself; all of it lies there.
fn in_page(scene: &Scene, name: &str, change: impl FnOnce(&mut [u8])) {
    let path = scene.root().join(".git/countersign/store.db");
    let raw = Connection::open(&path).unwrap();
    raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
    let page: usize = raw.query_row(sql, [name], |row| row.get::<_, u32>(0)).unwrap() as usize;
    drop(raw);
    let mut file = fs::read(&path).unwrap();
    change(&mut file[(page - 1) * 4096..page * 4096]);
    fs::write(&path, file).unwrap();
}

/// Flips a bit in the last place of a page where a text stands, so many bytes behind its beginning.
fn flip(page: &mut [u8], text: &str, behind: isize) {
    let at = page.windows(text.len()).rposition(|part| part == text.as_bytes()).unwrap();
    page[at.checked_add_signed(behind).unwrap()] ^= 1;
}

fn repaired(scene: &Scene) -> Vec<String> {
    App::new(scene.root()).repair().unwrap().repaired
}

fn names_the_doctor(why: &str) {
    assert!(why.contains("countersign doctor"), "{why}");
    assert!(!why.contains("no loop \""), "what is there is not said to be none: {why}");
}

#[test]
fn one_bit_in_the_list_of_subjects_forgets_no_findings_and_no_counters() {
    let (scene, desk) = with_work();
    let id = given_up(&desk);
    // The last byte of the key, which stands before the id.
    in_page(&scene, "subject", |page| flip(page, &id, -1));
    let again = desk.review(c1());
    assert_eq!(again["pass"], 2, "{again:#}");
    let judged = desk.approve(&again);
    assert_eq!(judged["verdict"], "changes_requested", "the finding goes on: {judged:#}");
    assert!(!said(scene.root(), &["gate"]).1);
}

#[test]
fn a_list_of_subjects_that_names_a_loop_which_is_not_there_is_not_passed_over() {
    let (scene, desk) = with_work();
    let id = given_up(&desk);
    in_page(&scene, "subject", |page| flip(page, &id, 5));
    names_the_doctor(&desk.refused("review_task", c1()));
    repaired(&scene);
    assert_eq!(desk.review(c1())["pass"], 2);
}

#[test]
fn a_loop_that_began_past_an_earlier_one_of_its_subject_is_named_by_a_repair() {
    let (scene, desk) = with_work();
    let id = given_up(&desk);
    let mut store = Store::open(&scene.root().join(".git")).unwrap();
    // As it was opened by a version that asked the list of subjects alone.
    let first = store.events(&id).unwrap().remove(0);
    let key = store.streams(Some("loop")).unwrap().remove(0).subject;
    let body = first.body.replace(&id, "rl-begunane");
    let event = NewEvent { at: first.at, kind: first.kind, version: first.version, body };
    let opened = store.open_stream(&key, "rl-begunane", "loop", &Batch::new([event])).unwrap();
    assert!(matches!(opened, Opened::New(_)));
    drop(store);
    in_page(&scene, "subject", |page| flip(page, &id, -1));
    let done = repaired(&scene).join("\n");
    assert!(done.contains(&format!("rl-begunane was opened past {id}")), "{done}");
    assert!(repaired(&scene).iter().all(|line| !line.contains("was opened past")));
}

#[test]
fn a_page_that_counts_too_few_loops_hides_none_in_silence() {
    for left in [0, 1] {
        let (scene, desk) = with_work();
        scene.commit("before", &[("src/x.js", "x();\n")]);
        let x = json!({ "id": "x", "title": "X", "criteria": "x works", "base": "HEAD~1" });
        desk.approve(&desk.review(x));
        let of_c1 = |id: &str| json!({ "id": id, "title": "C", "criteria": format!("{id} works"), "base": "HEAD~2", "head": "HEAD~1" });
        let opened = desk.review(of_c1("c1"));
        desk.answer(&opened, blocker("It is wrong", "src/a.js", 1));
        in_page(&scene, "stream", |page| {
            assert_eq!(page[..5], [13, 0, 0, 0, 2], "a leaf of two rows");
            page[4] = left;
        });
        let status = desk.ok("loop_status", json!({}));
        assert_eq!(status["next"]["action"], "stop", "nobody knows what is open: {status:#}");
        names_the_doctor(&status.to_string());
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open, "{gate}");
        names_the_doctor(&gate);
        for asked in [of_c1("c1"), of_c1("c2")] {
            names_the_doctor(&desk.refused("review_task", asked));
        }
        assert!(!repaired(&scene).is_empty());
        assert!(!said(scene.root(), &["gate"]).1);
    }
}

#[test]
fn a_loop_whose_name_was_damaged_in_one_list_is_said_to_be_damaged_and_its_work_is_reviewed_under_no_other_name()
 {
    for (list, ended) in
        [("sqlite_autoindex_stream_1", true), ("sqlite_autoindex_stream_1", false), ("stream", true)]
    {
        let (scene, desk) = with_work();
        let id = if ended { given_up(&desk) } else { blocked(&desk) };
        in_page(&scene, list, |page| flip(page, &id, 6));
        let status = desk.ok("loop_status", json!({}));
        assert_eq!(status["next"]["action"], "stop", "{list}: {status:#}");
        names_the_doctor(&status.to_string());
        for asked in [c1(), as_c2()] {
            names_the_doctor(&desk.refused("review_task", asked));
        }
        let (gate, open) = said(scene.root(), &["gate"]);
        assert!(!open, "{list}: {gate}");
        names_the_doctor(&gate);
        if list != "stream" {
            let why = desk.refused("loop_status", json!({ "loop_id": id }));
            names_the_doctor(&why);
            assert!(!why.contains("breaks"), "its chain holds: {why}");
            let (log, _) = said(scene.root(), &["log", &id]);
            assert!(log.contains("does not lead there"), "{log}");
        }
        repaired(&scene);
        if ended {
            assert_eq!(desk.review(c1())["pass"], 2, "{list}");
        } else {
            assert_eq!(desk.ok("loop_status", json!({ "loop_id": id }))["loops"][0]["pass"], 1);
        }
    }
}

#[test]
fn a_number_of_a_schema_that_is_none_is_damage_and_no_newer_version() {
    let (scene, desk) = with_work();
    let id = given_up(&desk);
    let path = scene.root().join(".git/countersign/store.db");
    let raw = Connection::open(&path).unwrap();
    raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(raw);
    let mut file = fs::read(&path).unwrap();
    file[63] ^= 1;
    fs::write(&path, file).unwrap();
    // What is there can be read; to write, a repair is named.
    assert_eq!(desk.ok("loop_status", json!({ "loop_id": id }))["loops"][0]["loop_id"], id);
    let why = desk.refused("review_task", c1());
    names_the_doctor(&why);
    assert!(!why.contains("newer"), "{why}");
    let (found, well) = said(scene.root(), &["doctor"]);
    assert!(!well && found.contains("doctor --repair") && !found.contains("install the newer"), "{found}");
    let done = repaired(&scene).join("\n");
    assert!(done.contains("1 loops and phases were carried over whole"), "{done}");
    assert_eq!(desk.review(c1())["pass"], 2);
}

#[test]
fn a_page_that_counts_too_few_of_what_repairs_left_out_hides_none_and_opens_no_gate() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    damage(&scene, &id, 3);
    repaired(&scene);
    desk.approve(&desk.review(as_c2()));
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains(&id), "{gate}");
    in_page(&scene, "meta", |page| {
        assert!(page[0] == 10 && page[3] == 0 && page[4] > 0, "a leaf of a few rows");
        page[4] = 0;
    });
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open, "{gate}");
    names_the_doctor(&gate);
    names_the_doctor(&desk.call("loop_status", json!({})).map_or_else(|why| why, |said| said.to_string()));
    // What was left out is found again in the page itself.
    assert!(!repaired(&scene).is_empty());
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains(&id), "{gate}");
    assert!(repaired(&scene).is_empty(), "a second repair finds nothing");
}

#[test]
fn of_several_loops_that_were_left_out_the_last_one_speaks_to_who_begins_anew() {
    for left_out in ["both", "the first", "the last"] {
        let (scene, desk) = with_work();
        let first = given_up(&desk);
        let last = given_up(&desk);
        if left_out != "the last" {
            damage(&scene, &first, 2);
        }
        if left_out != "the first" {
            damage(&scene, &last, 2);
        }
        repaired(&scene);
        let remarks = desk.review(c1())["remarks"].to_string();
        let told = remarks.contains("under review before");
        let of_last = remarks.contains(&format!("under review before as {last}"));
        let is_right = if left_out == "the first" { !told } else { of_last };
        assert!(is_right, "{left_out}: {remarks}");
    }
}

fn order(scene: &Scene) -> Vec<String> {
    let store = Store::open_to_read(&scene.root().join(".git")).unwrap();
    store.streams(Some("loop")).unwrap().into_iter().map(|info| info.id).collect()
}

#[test]
fn one_bit_in_the_page_that_lists_the_tables_is_mended_by_the_repair_that_is_told() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    let path = scene.root().join(".git/countersign/store.db");
    let raw = Connection::open(&path).unwrap();
    raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(raw);
    let mut file = fs::read(&path).unwrap();
    file[104] ^= 1;
    fs::write(&path, file).unwrap();
    let (found, well) = said(scene.root(), &["doctor"]);
    assert!(!well && found.contains("countersign doctor --repair"), "{found}");
    names_the_doctor(&desk.refused("review_task", c1()));
    let (done, well) = said(scene.root(), &["doctor", "--repair"]);
    assert!(well && done.contains("1 loops and phases were carried over whole"), "{done}");
    assert!(done.contains("page"), "how it was read is said: {done}");
    let status = desk.ok("loop_status", json!({ "loop_id": id }));
    assert!(status.to_string().contains("It is wrong"), "{status:#}");
}

/// An earlier loop of the subject ended well, and the row of the later one does not say any more whose it is.
#[test]
fn a_later_loop_whose_key_cannot_be_told_is_named_beside_the_earlier_one_and_closes_its_gate() {
    for behind in [7, 8, 20] {
        let (scene, desk) = with_work();
        desk.approve(&desk.review(c1()));
        scene.commit("more", &[("src/b.js", "let b = 1;\n")]);
        let opened = desk.review(c1());
        desk.answer(&opened, blocker("It is wrong", "src/b.js", 1));
        let id = id_of(&opened);
        // The key it was opened under, behind its id and its kind.
        in_page(&scene, "stream", |page| {
            let at = page.windows(id.len()).position(|part| part == id.as_bytes()).unwrap();
            let key = at + page[at..].windows(7).position(|part| part == b"change\n").unwrap();
            page[key + behind] ^= 1;
        });
        let status = desk.ok("loop_status", json!({ "id": "c1" }));
        assert_eq!(status["gate"]["open"], false, "{behind}: {status:#}");
        assert_eq!(status["next"]["action"], "stop", "{behind}: {status:#}");
        assert!(status["remarks"].to_string().contains(&id), "{behind}: {status:#}");
        names_the_doctor(&status.to_string());
        repaired(&scene);
        let status = desk.ok("loop_status", json!({ "id": "c1" }));
        assert_eq!(status["loops"][0]["loop_id"], id, "{behind}: {status:#}");
    }
}

#[test]
fn a_number_of_an_older_schema_above_newer_tables_is_damage_and_nothing_is_brought_up_to_date() {
    for number in 1..4 {
        let (scene, desk) = with_work();
        let id = given_up(&desk);
        let folder = scene.root().join(".git/countersign");
        let raw = Connection::open(folder.join("store.db")).unwrap();
        raw.pragma_update(None, "user_version", number).unwrap();
        drop(raw);
        assert_eq!(desk.ok("loop_status", json!({ "loop_id": id }))["loops"][0]["loop_id"], id);
        let why = desk.refused("review_task", c1());
        names_the_doctor(&why);
        assert!(!why.contains("already exists"), "{number}: {why}");
        assert!(!folder.join(format!("store.db.schema-{number}")).exists(), "{number}: no backup was made");
        let (found, well) = said(scene.root(), &["doctor"]);
        assert!(!well && found.contains("the number of its schema is damaged"), "{number}: {found}");
        assert!(!found.contains("an older version wrote it"), "{number}: {found}");
        let done = repaired(&scene).join("\n");
        assert!(done.contains("1 loops and phases were carried over whole"), "{number}: {done}");
        assert_eq!(desk.review(c1())["pass"], 2, "{number}");
        assert!(repaired(&scene).is_empty(), "{number}: a second repair finds nothing");
    }
}

#[test]
fn a_table_that_is_gone_is_named_with_what_is_lost_and_made_anew() {
    let tables =
        ["meta", "subject", "pinned", "unlisted", "settled", "stray", "attestation", "bound", "held_back"];
    for table in tables {
        let (scene, desk) = with_work();
        let id = given_up(&desk);
        damage_table(&scene, table);
        let (found, well) = said(scene.root(), &["doctor"]);
        assert!(!well && found.contains(&format!("its table `{table}` is gone")), "{table}: {found}");
        let asked = desk.call("review_task", c1());
        if let Err(why) = asked {
            names_the_doctor(&why);
        }
        assert!(!said(scene.root(), &["gate"]).1, "{table}");
        let done = repaired(&scene).join("\n");
        assert!(done.contains(&format!("`{table}` is gone, and with it")), "{table}: {done}");
        assert!(order(&scene).contains(&id), "{table}");
        assert_eq!(desk.review(c1())["pass"], 2, "{table}");
        assert!(repaired(&scene).is_empty(), "{table}: a second repair finds nothing");
    }
}

fn damage_table(scene: &Scene, table: &str) {
    let raw = Connection::open(scene.root().join(".git/countersign/store.db")).unwrap();
    raw.execute_batch(&format!("PRAGMA foreign_keys = OFF; DROP TABLE {table}")).unwrap();
}

/// What repairs left out is listed in a table that can be lost, too.
#[test]
fn a_loop_that_was_left_out_is_found_again_where_the_table_that_names_it_is_gone() {
    let (scene, desk) = with_work();
    let id = blocked(&desk);
    damage(&scene, &id, 3);
    repaired(&scene);
    damage_table(&scene, "meta");
    assert!(!said(scene.root(), &["gate"]).1);
    repaired(&scene);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains(&id), "{gate}");
}

fn exchange(scene: &Scene, one: &str, other: &str) {
    crate::lost::tamper(scene, |raw| {
        let born = |id: &str| -> i64 {
            raw.query_row("SELECT born FROM stream WHERE id = ?1", [id], |row| row.get(0)).unwrap()
        };
        let (first, second) = (born(one), born(other));
        for (id, place) in [(one, 1000), (other, first), (one, second)] {
            raw.execute("UPDATE stream SET born = ?2 WHERE id = ?1", rusqlite::params![id, place]).unwrap();
        }
    });
}

#[test]
fn two_loops_of_a_subject_whose_places_were_exchanged_are_said_to_be_and_put_back() {
    let (scene, desk) = with_work();
    let first = desk.review(c1());
    desk.approve(&first);
    let first = id_of(&first);
    scene.commit("more", &[("src/a.js", "let a = 2;\n")]);
    let last = given_up(&desk);
    assert_eq!(order(&scene), [first.clone(), last.clone()]);
    exchange(&scene, &first, &last);
    let (gate, open) = said(scene.root(), &["gate"]);
    assert!(!open && gate.contains("which it followed"), "{gate}");
    names_the_doctor(&gate);
    let status = desk.ok("loop_status", json!({ "id": "c1" }));
    assert_eq!(status["next"]["action"], "stop", "{status:#}");
    names_the_doctor(&status.to_string());
    let (found, well) = said(scene.root(), &["doctor"]);
    assert!(!well && found.contains("its place was changed, as where two of them were exchanged"), "{found}");
    assert!(!found.contains("lacks something"), "{found}");
    let done = repaired(&scene).join("\n");
    assert!(done.contains(&format!("{last} was put back to its place")), "{done}");
    assert_eq!(order(&scene), [first, last]);
    let (gate, _) = said(scene.root(), &["gate"]);
    assert!(gate.contains("was given up"), "{gate}");
    assert!(repaired(&scene).is_empty(), "a second repair finds nothing");
}

#[test]
fn two_loops_of_two_subjects_whose_places_were_exchanged_are_put_back() {
    let (scene, desk) = with_work();
    let first = blocked(&desk);
    scene.commit("more", &[("src/b.js", "let b = 1;\n")]);
    let other = json!({ "id": "c9", "title": "C", "criteria": "c9 works", "base": "HEAD~1" });
    let last = id_of(&desk.review(other));
    exchange(&scene, &first, &last);
    assert!(repaired(&scene).join("\n").contains("was put back to its place"));
    assert_eq!(order(&scene), [first, last]);
}
