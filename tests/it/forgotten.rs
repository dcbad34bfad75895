//! What git has collected is laid again from the store, wherever a finding stands in it (SPEC 6.5, 9).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use serde_json::json;

use crate::desk::{Desk, blocker, codes};
use crate::scene::Scene;
use crate::unread_between::{fix, lines, started, unread};

/// Makes git forget what no reference names.
fn forget(scene: &Scene) {
    let objects = scene.root().join(".git/objects");
    let named: BTreeSet<String> = {
        let mut walk = scene.git.revwalk().unwrap();
        walk.push_head().unwrap();
        let mut named = BTreeSet::new();
        for id in walk.flatten() {
            named.insert(id.to_string());
            let tree = scene.git.find_commit(id).unwrap().tree().unwrap();
            named.insert(tree.id().to_string());
            tree.walk(git2::TreeWalkMode::PreOrder, |_, entry| {
                named.insert(entry.id().to_string());
                git2::TreeWalkResult::Ok
            })
            .unwrap();
        }
        named
    };
    let mut forgotten = 0;
    for folder in std::fs::read_dir(objects).unwrap().flatten().filter(|f| f.file_name().len() == 2) {
        for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
            let id = format!("{}{}", folder.file_name().display(), file.file_name().display());
            if !named.contains(&id) {
                std::fs::remove_file(file.path()).unwrap();
                forgotten += 1;
            }
        }
    }
    assert!(forgotten > 0, "nothing was there to forget");
}

/// What stands in a tree that nobody committed, of a loop that is given up: the lines are followed from there though git
/// has collected it.
#[test]
fn a_finding_of_an_earlier_loop_is_followed_though_git_forgot_what_it_stood_in() {
    let scene = started();
    let desk = Desk::at(scene.root());
    let asked = || json!({ "id": "V", "title": "Values", "criteria": "values are made" });
    scene.write("src/v.js", lines(0, &[]));
    let opened = desk.review(asked());
    let said = desk.answer(&opened, blocker("The value leaks", "src/v.js", 20));
    let abandon = json!({ "loop_id": opened["loop_id"], "turn": said["next"]["turn"], "choice": "abandon",
        "reason": "the work is begun anew", "decided_by": "Ada" });
    desk.in_person(abandon);
    scene.write("src/v.js", lines(10, &[]));
    forget(&scene);
    let next = desk.review(asked());
    fix(&desk, &desk.answer(&next, blocker("Another one races", "src/v.js", 54)));
    scene.write("src/v.js", lines(10, &[20, 44]));
    let done = desk.approve(&desk.again(&next));
    assert_eq!(done["verdict"], "approved", "both are mended: {done:#}");
}

#[test]
fn a_finding_of_a_stale_answer_is_followed_though_git_forgot_what_it_stood_in() {
    let scene = started();
    let desk = Desk::at(scene.root());
    scene.write("src/v.js", lines(0, &[]));
    let opened = desk.review(json!({ "id": "V", "title": "Values", "criteria": "values are made" }));
    scene.write("src/v.js", lines(10, &[]));
    let stale = desk.answer(&opened, blocker("The value leaks", "src/v.js", 20));
    assert!(codes(&stale).contains(&"stale"), "{stale:#}");
    unread(&desk, &desk.again(&opened));
    scene.write("src/v.js", lines(10, &[20]));
    forget(&scene);
    let done = desk.approve(&desk.again(&opened));
    assert_eq!(done["resolved"], json!(["F1"]), "it is mended: {done:#}");
}
