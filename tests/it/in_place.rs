//! Subjects that take another's place, and the refusals that lead to it (SPEC 4.5, 6.2, 6.3).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};

use crate::desk::{Desk, blocker};
use crate::scene::Scene;
use crate::sent_again::named;

const A: &str = "src/a.js";

/// A branch with work, and the desk beside it.
fn with_work() -> (Scene, Desk) {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[(A, "a();\n")]);
    scene.branch("feat", &base);
    scene.switch("feat");
    scene.commit("the work", &[(A, "a();\nb();\n")]);
    let desk = Desk::at(scene.root());
    (scene, desk)
}

fn change(id: &str) -> Value {
    json!({ "id": id, "title": id, "criteria": id, "base": "main" })
}

fn given_up(desk: &Desk, opened: &Value) {
    let asked = desk.answer(opened, blocker("Anybody gets in", A, 2));
    let call = json!({ "loop_id": opened["loop_id"], "turn": asked["next"]["turn"], "choice": "abandon",
        "reason": "begun anew in smaller parts", "decided_by": "Ada" });
    desk.ok("decide", call);
}

#[test]
fn the_same_call_in_anothers_place_sent_twice_at_once_opens_one_loop() {
    for _ in 0..6 {
        let (scene, desk) = with_work();
        let opened = desk.review(change("AUTH"));
        given_up(&desk, &opened);
        let (root, given_up) = (scene.root(), &opened["loop_id"]);
        let call = || {
            let mut call = change("AUTH-1");
            call["replaces"] = given_up.clone();
            Desk::at(root).call("review_task", call)
        };
        let both = std::thread::scope(|scope| {
            let two = [scope.spawn(call), scope.spawn(call)];
            two.map(|one| one.join().unwrap())
        });
        let [one, other] = both.map(|answer| answer.unwrap()["loop_id"].clone());
        assert!(one.is_string() && one == other, "{one} {other}");
    }
}

#[test]
fn the_call_that_takes_the_place_of_one_given_up_keeps_the_range_that_was_sent() {
    let (_scene, desk) = with_work();
    let opened = desk.review(change("AUTH"));
    given_up(&desk, &opened);
    let refused = desk.refused("review_task", change("OTHER"));
    let (tool, mut call, fill) = named(&refused).unwrap();
    assert_eq!((tool.as_str(), fill), ("review_task", vec!["id".to_owned()]), "{refused}");
    call["id"] = json!("OTHER");
    let begun = desk.review(call);
    assert_eq!(begun["range"]["files"], json!([A]), "{begun:#}");
}

#[test]
fn beside_one_given_up_and_one_that_is_open_the_open_one_is_gone_on_with() {
    let (_scene, desk) = with_work();
    given_up(&desk, &desk.review(change("AUTH")));
    let open = desk.review(change("AUTH"));
    desk.answer(&open, blocker("Anybody gets in still", A, 2));
    let refused = desk.refused("review_task", change("OTHER"));
    let (_, call, _) = named(&refused).unwrap();
    assert_eq!(call["loop_id"], open["loop_id"], "{refused}");
}

#[test]
fn what_no_review_pinned_is_not_said_to_be_named() {
    for (choice, told) in
        [("skip", "take back what was changed for it"), ("commit", "commit what was changed for it")]
    {
        let scene = Scene::new();
        scene.commit("chore: begin", &[(A, "a();\n")]);
        scene.write(A, "a();\nb();\n");
        let desk = Desk::at(scene.root());
        let run =
            json!({ "id": "c1", "title": "T", "criteria": "works", "protocol": "gsd", "failed": ["t1"] });
        let mut last = desk.ok("record_tests", run);
        let id = last["loop_id"].clone();
        for _ in 0..8 {
            if last["next"]["action"] != "retest" {
                break;
            }
            let run = json!({ "loop_id": id, "turn": last["next"]["turn"], "failed": ["t1"] });
            last = desk.ok("record_tests", run);
        }
        assert_eq!(last["next"]["action"], "ask_user", "{last:#}");
        let chosen = json!({ "loop_id": id, "turn": last["next"]["turn"], "choice": choice,
            "reason": "it is not needed any more", "decided_by": "Ada" });
        let next = desk.ok("decide", chosen)["next"].clone();
        let why = next["why"].as_str().unwrap();
        assert!(why.contains(told) && !why.contains('`'), "{next:#}");
        assert!(next.get("files").is_none() && next.get("added").is_none(), "{next:#}");
    }
}
