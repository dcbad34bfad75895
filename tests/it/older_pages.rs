//! Pages of the store that are of an older commit, as a disk leaves them that lost some of its writes, or a copy that was
//! made while somebody wrote: each is whole, and only what the others say betrays it. Whichever they are, a loop that
//! somebody answered is gone on with, or its subject's next review is refused or tells of it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::Path;

use countersign::app::App;
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::{Desk, blocker};
use crate::lost::{blocked, id_of, said, with_work};
use crate::space::copy;

const PAGE: usize = 4096;

const STORE: &str = ".git/countersign/store.db";

/// Folds the log into the file and returns that.
fn folded(root: &Path) -> Vec<u8> {
    let raw = Connection::open(root.join(STORE)).unwrap();
    raw.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(raw);
    fs::read(root.join(STORE)).unwrap()
}

fn second() -> Value {
    json!({ "id": "c2", "title": "The next change", "criteria": "it works", "base": "HEAD~1" })
}

/// A repository with two loops, the store before the second was opened, and as it stands; with the second's id.
struct Known {
    root: TempDir,
    before: Vec<u8>,
    after: Vec<u8>,
    id: String,
    /// The pages that both have and that differ.
    changed: Vec<usize>,
    /// Those on which the lists begin that lead to loops.
    lists: Vec<usize>,
}

impl Known {
    fn make(is_answered: bool) -> Self {
        let (scene, desk) = with_work();
        blocked(&desk);
        let before = folded(scene.root());
        scene.commit("more work", &[("src/b.js", "let b = 1;\n")]);
        let opened = desk.review(second());
        if is_answered {
            desk.answer(&opened, blocker("It leaks", "src/b.js", 1));
        }
        drop(desk);
        let after = folded(scene.root());
        let root = TempDir::new().unwrap();
        copy(scene.root(), root.path());
        let pages = before.chunks(PAGE).zip(after.chunks(PAGE)).enumerate();
        let changed: Vec<usize> = pages.filter(|(_, (old, new))| old != new).map(|(page, _)| page).collect();
        assert!((6..=12).contains(&changed.len()), "{changed:?}");
        let raw = Connection::open(root.path().join(STORE)).unwrap();
        let mut roots = raw
            .prepare("SELECT rootpage - 1 FROM sqlite_schema WHERE tbl_name IN ('stream', 'subject') AND rootpage > 0")
            .unwrap();
        let pages = roots.query_map([], |row| row.get::<_, u32>(0)).unwrap();
        let lists: Vec<usize> = pages.map(|page| page.unwrap() as usize).collect();
        assert!(lists.iter().all(|page| changed.contains(page)) && lists.len() == 4, "{lists:?} {changed:?}");
        Self { root, before, after, id: id_of(&opened), changed, lists }
    }

    /// A copy of the repository in which these of the changed pages, a bit for each, are as they were before.
    fn with_older(&self, which: usize) -> TempDir {
        let mut bytes = self.after.clone();
        for (_, page) in self.changed.iter().enumerate().filter(|(n, _)| which & (1 << n) != 0) {
            let at = page * PAGE..(page + 1) * PAGE;
            bytes[at.clone()].copy_from_slice(&self.before[at]);
        }
        let dir = TempDir::new().unwrap();
        copy(self.root.path(), dir.path());
        fs::write(dir.path().join(STORE), bytes).unwrap();
        dir
    }

    /// The sets of changed pages to try: a few older ones, all but a few, and whatever goes with the lists that lead to
    /// loops.
    fn sets(&self) -> impl Iterator<Item = usize> {
        let bits = self.changed.iter().enumerate();
        let lists: usize = bits.filter(|(_, page)| self.lists.contains(page)).map(|(n, _)| 1 << n).sum();
        let count = self.changed.len() as u32;
        (1..1_usize << count).filter(move |which| {
            let older = which.count_ones();
            older <= 2 || older + 1 >= count || which & lists == lists
        })
    }
}

#[test]
fn older_pages_never_let_a_review_begin_as_if_nobody_had_found_anything() {
    let known = Known::make(true);
    let (mut refused, mut told) = (0, 0);
    for which in known.sets() {
        let dir = known.with_older(which);
        match Desk::at(dir.path()).call("review_task", second()) {
            Ok(answer) => {
                assert!(answer["remarks"].to_string().contains(&known.id), "{which:b}: {answer:#}");
                told += 1;
            }
            Err(why) => {
                assert!(why.contains(&known.id) || why.contains("countersign doctor"), "{which:b}: {why}");
                refused += 1;
            }
        }
    }
    // What waits for its fixes is refused by name; some only a report tells of: the older store as a whole, above all.
    assert!(refused > 0 && told > 0, "{refused} {told}");
}

#[test]
fn older_pages_below_a_loop_that_nobody_answered_are_named_by_doctor() {
    let known = Known::make(false);
    let whole = (1 << known.changed.len()) - 1;
    for which in known.sets() {
        let dir = known.with_older(which);
        let opened = Desk::at(dir.path()).call("loop_status", second_by_id());
        if opened.is_ok_and(|answer| answer.to_string().contains(&known.id)) {
            continue;
        }
        let (doctor, is_well) = said(dir.path(), &["doctor"]);
        // All of them are the older store: nothing in it is wrong.
        assert_eq!(is_well, which == whole, "{which:b}: {doctor}");
        if which != whole {
            App::new(dir.path()).repair().unwrap();
            let after = said(dir.path(), &["doctor"]).0;
            assert!(!after.contains("error"), "{which:b}: {after}");
        }
    }
}

fn second_by_id() -> Value {
    json!({ "id": "c2" })
}
