//! What a review approved, it approved together and in one place (SPEC 7.6): a part of it elsewhere, its lines at another
//! place, and what a squash made of it beside an edit are not what was looked at; each has a call that leads on.

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, files, subjects};
use crate::scene::{Edit, Scene};

fn change(id: &str) -> Value {
    json!({ "id": id, "title": format!("The work of {id}"), "criteria": "It does what it says." })
}

fn since(id: &str, base: &str) -> Value {
    let mut request = change(id);
    request["base"] = json!(base);
    request
}

/// The reasons of the branch's gate; none where it is open.
fn reasons(scene: &Scene) -> Vec<Value> {
    let gate = App::new(scene.root()).gate(&Gate::default()).unwrap();
    serde_json::to_value(gate).unwrap()["reasons"].as_array().unwrap().clone()
}

fn said(reasons: &[Value]) -> String {
    reasons.iter().map(|r| format!("{}\n", r["message"].as_str().unwrap())).collect()
}

/// Takes the first call that the closed gate names, with what has to be filled in, and approves.
fn take_the_call(desk: &Desk, reasons: &[Value]) -> Value {
    let call = &reasons[0]["call"];
    assert_eq!(call["tool"], "review_task", "{reasons:#?}");
    let mut arguments = call["arguments"].clone();
    for field in reasons[0]["fill"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        arguments[field] = json!(format!("The {field} of it."));
    }
    let opened = desk.review(arguments);
    desk.approve(&opened);
    opened
}

fn lines(marked: &[(usize, &str)]) -> String {
    let mut all: Vec<String> = (0..30).map(|n| format!("line {n}")).collect();
    for (at, text) in marked {
        all.insert(*at, (*text).to_owned());
    }
    all.join("\n") + "\n"
}

/// Two commits were approved together, a door and its lock: the door alone, picked beside other approved work, is not.
#[test]
fn of_two_commits_that_were_approved_together_one_alone_is_not_approved_elsewhere() {
    for (lock, together) in [("src/lock.js", "src/lock.js"), ("src/door.js", "")] {
        let scene = Scene::new();
        let start =
            scene.commit("chore: start", &[("src/door.js", &lines(&[])), ("src/lock.js", &lines(&[]))]);
        scene.branch("rel", &start);
        scene.branch("feat", &start);
        scene.switch("feat");
        let door = scene.commit("feat: DOOR-1 a door", &[("src/door.js", &lines(&[(5, "open();")]))]);
        let locked = if lock == "src/door.js" {
            lines(&[(5, "open();"), (20, "lock();")])
        } else {
            lines(&[(20, "lock();")])
        };
        scene.commit("feat: DOOR-1 its lock", &[(lock, &locked)]);
        let desk = Desk::at(scene.root());
        desk.approve(&desk.review(since("DOOR-1", "main")));
        assert_eq!(reasons(&scene), Vec::<Value>::new());
        scene.switch("rel");
        scene.commit("feat: OTHER-1", &[("src/other.js", "other();\n")]);
        desk.approve(&desk.review(since("OTHER-1", start.as_str())));
        assert_eq!(reasons(&scene), Vec::<Value>::new());
        scene.pick(&door);
        scene.reset(&scene.open().head().unwrap());
        let closed = reasons(&scene);
        assert!(said(&closed).contains("\"feat: DOOR-1 a door\" changes src/door.js"), "{closed:#?}");
        if !together.is_empty() {
            assert!(said(&closed).contains("DOOR-1 was approved together with src/lock.js"), "{closed:#?}");
        }
        scene.switch("main");
        scene.merge("rel", "Merge rel");
        scene.reset(&scene.open().head().unwrap());
        let merged = reasons(&scene);
        assert!(said(&merged).contains("feat: DOOR-1 a door"), "{merged:#?}");
        take_the_call(&desk, &merged);
        assert_eq!(reasons(&scene), Vec::<Value>::new());
    }
}

/// All of it picked is what was approved, and so is what a later approved change made of one of its files.
#[test]
fn approved_work_that_came_whole_is_approved_whatever_became_of_one_file() {
    for squash in [false, true] {
        let scene = Scene::new();
        let start =
            scene.commit("chore: start", &[("src/door.js", &lines(&[])), ("src/lock.js", &lines(&[]))]);
        scene.branch("feat", &start);
        scene.switch("feat");
        let desk = Desk::at(scene.root());
        let door = scene.commit("feat: DOOR-1 a door", &[("src/door.js", &lines(&[(5, "open();")]))]);
        let lock = scene.commit("feat: DOOR-1 its lock", &[("src/lock.js", &lines(&[(20, "lock();")]))]);
        desk.approve(&desk.review(since("DOOR-1", "main")));
        let better = scene.commit("feat: LOCK-2", &[("src/lock.js", &lines(&[(20, "lock(twice);")]))]);
        desk.approve(&desk.review(since("LOCK-2", lock.as_str())));
        scene.switch("main");
        scene.commit("feat: OTHER-1", &[("src/other.js", "other();\n")]);
        desk.approve(&desk.review(since("OTHER-1", start.as_str())));
        if squash {
            scene.squash("feat", "feat: all of it");
        } else {
            [&door, &lock, &better].into_iter().for_each(|id| drop(scene.pick(id)));
            scene.reset(&scene.open().head().unwrap());
        }
        assert_eq!(reasons(&scene), Vec::<Value>::new(), "squash {squash}");
    }
}

/// Six blocks alike: a line approved in the second of them is another change in the fourth.
#[test]
fn an_approved_line_at_another_of_equal_places_is_another_change() {
    let block = "function step() {\n  one();\n  two();\n  three();\n}\n";
    let with = |at: usize| {
        let mut all: Vec<String> = block.repeat(6).lines().map(str::to_owned).collect();
        all.insert(at, "  allow();".to_owned());
        all.join("\n") + "\n"
    };
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.js", &block.repeat(6))]);
    scene.branch("feat", &scene.open().head().unwrap());
    scene.switch("feat");
    let desk = Desk::at(scene.root());
    scene.commit("feat: STEP-1", &[("src/a.js", &with(8))]);
    desk.approve(&desk.review(since("STEP-1", "main")));
    assert_eq!(reasons(&scene), Vec::<Value>::new());
    scene.amend("feat: STEP-1", &[Edit::Write("src/a.js", with(18).as_bytes())]);
    assert!(!reasons(&scene).is_empty());
    // The same at hand: its next review is one, and no repetition of what was said.
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.js", &block.repeat(6))]);
    let desk = Desk::at(scene.root());
    scene.write("src/a.js", with(8));
    let mut request = change("STEP-2");
    request["files"] = json!(["src/a.js"]);
    let opened = desk.review(request);
    desk.approve(&opened);
    assert_eq!(reasons(&scene), Vec::<Value>::new());
    scene.write("src/a.js", with(18));
    assert!(!reasons(&scene).is_empty());
    let again = desk.again(&opened);
    assert!(again["countersign"].is_string(), "{again:#}");
}

/// Lines above moved it, and nothing else: among equal places it is where it was.
#[test]
fn an_approved_line_among_equal_places_stays_approved_when_others_move_it() {
    let block = "function step() {\n  one();\n  two();\n  three();\n}\n";
    let text = |head: &str, mark: bool| {
        let mark = if mark { "  allow();\n" } else { "" };
        format!(
            "{head}// first\n{block}// second\nfunction step() {{\n  one();\n  two();\n{mark}  three();\n}}\n// third\n{block}"
        )
    };
    let scene = Scene::new();
    let start = scene.commit("chore: start", &[("src/a.js", &text("", false))]);
    scene.branch("feat", &start);
    scene.switch("feat");
    let desk = Desk::at(scene.root());
    let own = scene.commit("feat: STEP-1", &[("src/a.js", &text("", true))]);
    desk.approve(&desk.review(since("STEP-1", "main")));
    scene.switch("main");
    let moved = scene.commit("chore: a head", &[("src/a.js", &text("// a head\n// of two lines\n", false))]);
    scene.switch("feat");
    scene.reset(&moved);
    scene.pick(&own);
    scene.reset(&scene.open().head().unwrap());
    assert_eq!(reasons(&scene), Vec::<Value>::new());
}

/// Two approved changes squashed with something more: the gate names a call that is taken, and it opens the gate.
#[test]
fn a_squash_with_an_edit_is_led_out_of_by_a_call_that_is_taken() {
    for same_file in [false, true] {
        let scene = Scene::new();
        let start = scene.commit("chore: start", &[("src/a.js", &lines(&[])), ("src/b.js", &lines(&[]))]);
        scene.branch("feat", &start);
        scene.switch("feat");
        let desk = Desk::at(scene.root());
        let first = scene.commit("feat: (x) one", &[("src/a.js", &lines(&[(5, "one();")]))]);
        desk.approve(&desk.review(since("x", "main")));
        let (path, second, edited) = match same_file {
            true => (
                "src/a.js",
                lines(&[(5, "one();"), (20, "two();")]),
                lines(&[(5, "one();"), (20, "evil();")]),
            ),
            false => ("src/b.js", lines(&[(20, "two();")]), lines(&[(9, "evil();"), (20, "two();")])),
        };
        scene.commit("feat: (y) two", &[(path, &second)]);
        desk.approve(&desk.review(since("y", first.as_str())));
        scene.reset(&start);
        let one = lines(&[(5, "one();")]);
        let mut all = vec![("src/a.js", one.as_str()), (path, edited.as_str())];
        if same_file {
            all.remove(0);
        }
        scene.commit("feat: all", &all);
        for _ in 0..4 {
            let closed = reasons(&scene);
            if closed.is_empty() {
                break;
            }
            take_the_call(&desk, &closed);
        }
        assert_eq!(reasons(&scene), Vec::<Value>::new(), "same file: {same_file}");
    }
}

/// Of what was there when it was opened a review takes no more while it waits: others' work beside it moves nothing.
#[test]
fn a_re_review_is_not_late_for_what_was_there_when_it_was_opened() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.js", &lines(&[])), ("src/b.js", &lines(&[]))]);
    scene.branch("feat", &scene.open().head().unwrap());
    scene.switch("feat");
    let desk = Desk::at(scene.root());
    scene.commit("feat: s", &[("src/a.js", &lines(&[(5, "s();")]))]);
    let opened = desk.review(since("w", "main"));
    desk.approve(&opened);
    let more = [("src/a.js", lines(&[(5, "s();"), (9, "p();")])), ("src/b.js", lines(&[(3, "q();")]))];
    scene.commit("feat: p", &[(more[0].0, &more[0].1), (more[1].0, &more[1].1)]);
    scene.commit("feat: c", &[("src/c.js", "c();\n"), ("src/b.js", &lines(&[(3, "q();"), (9, "r();")]))]);
    let again = desk.again(&opened);
    assert_eq!(subjects(&again), ["feat: s", "feat: p"], "{again:#}");
    assert_eq!(desk.approve(&again)["verdict"], "approved");
    let closed = reasons(&scene);
    assert!(said(&closed).contains("\"feat: c\" changes src/b.js"), "{closed:#?}");
    take_the_call(&desk, &closed);
    assert_eq!(reasons(&scene), Vec::<Value>::new());
}

/// Nothing was reviewed and nothing is uncommitted: no commit names what has no name yet, so the call names its base.
#[test]
fn the_first_review_of_committed_work_is_named_with_its_base() {
    let scene = Scene::new();
    let start = scene.commit("chore: start", &[("src/a.js", "a\n")]);
    scene.branch("feat", &start);
    scene.switch("feat");
    scene.commit("feat: more", &[("src/a.js", "a\nb\n")]);
    let closed = reasons(&scene);
    assert_eq!(closed[0]["call"]["arguments"]["base"], start.as_str(), "{closed:#?}");
    assert_eq!(files(&take_the_call(&Desk::at(scene.root()), &closed)), ["src/a.js"]);
    assert_eq!(reasons(&scene), Vec::<Value>::new());
    scene.switch("main");
    let fill = reasons(&scene)[0]["fill"].clone();
    assert_eq!(fill, json!(["id", "title", "criteria", "base"]));
}

/// What was committed on a branch before its first review is asked about on the main branch as it was there.
#[test]
fn a_merge_brings_what_its_branch_was_asked_about() {
    for reviewed in [false, true] {
        let scene = Scene::new();
        let start = scene.commit("chore: start", &[("src/a.js", "a\n")]);
        scene.branch("rel", &start);
        scene.switch("rel");
        let first = scene.commit("feat: first", &[("src/a.js", "a\nfirst();\n")]);
        scene.commit("feat: z", &[("src/z.js", "z();\n")]);
        let desk = Desk::at(scene.root());
        desk.approve(&desk.review(since("z", first.as_str())));
        if reviewed {
            let mut request = since("first", start.as_str());
            request["head"] = json!(first.as_str());
            desk.approve(&desk.review(request));
        }
        assert_eq!(reasons(&scene).is_empty(), reviewed);
        scene.switch("main");
        scene.commit("docs: more", &[("README.md", "read\n")]);
        let docs = since("docs", start.as_str());
        desk.approve(&desk.review(docs));
        scene.merge("rel", "Merge rel");
        scene.reset(&scene.open().head().unwrap());
        let merged = reasons(&scene);
        assert_eq!(merged.is_empty(), reviewed, "{merged:#?}");
        assert!(reviewed || said(&merged).contains("\"feat: first\" changes src/a.js"), "{merged:#?}");
    }
}

/// Others' edits around it tell the place of an approved change in other lines, and leave it where it was.
#[test]
fn a_rebase_moves_an_approved_line_among_equal_places_along() {
    let block = "function step() {\n  one();\n  two();\n  three();\n}\n";
    let with = |text: &str, at: usize| {
        let mut all: Vec<String> = text.lines().map(str::to_owned).collect();
        all.insert(at, "  allow();".to_owned());
        all.join("\n") + "\n"
    };
    let (one, six) = (format!("// alone\n{block}"), block.repeat(6));
    for (before, others, at, moved) in [
        // It was alone, and a twin came; a line came above all; a block above it was edited.
        (one.clone(), format!("{one}// a twin\n{block}"), 3, 3),
        (six.clone(), format!("// a head\n{six}"), 8, 9),
        (six.clone(), six.replacen("two();", "two(2);", 1), 18, 18),
    ] {
        for twin in [false, true] {
            let scene = Scene::new();
            let start = scene.commit("chore: start", &[("src/a.js", &before)]);
            scene.branch("feat", &start);
            scene.switch("feat");
            let desk = Desk::at(scene.root());
            scene.commit("feat: STEP-1", &[("src/a.js", &with(&before, at))]);
            desk.approve(&desk.review(since("STEP-1", "main")));
            scene.switch("main");
            let main = scene.commit("chore: others", &[("src/a.js", &others)]);
            scene.switch("feat");
            scene.reset(&main);
            // The twin of its place is another one.
            let to = if !twin {
                moved
            } else if before == one {
                moved + 6
            } else {
                moved + 5
            };
            scene.commit("feat: STEP-1", &[("src/a.js", &with(&others, to))]);
            assert_eq!(reasons(&scene).is_empty(), !twin, "{others} at {to}: {:#?}", reasons(&scene));
        }
    }
}

/// One approved change takes back a file of another: squashed, nothing of that is left to be found, and nothing is missing.
#[test]
fn a_squash_of_approved_changes_one_of_which_takes_the_other_back_in_part_is_approved() {
    let scene = Scene::new();
    let start = scene.commit("chore: start", &[("src/a.js", &lines(&[])), ("src/b.js", &lines(&[]))]);
    scene.branch("feat", &start);
    scene.switch("feat");
    let desk = Desk::at(scene.root());
    let both = scene
        .commit("feat: X-1", &[("src/a.js", &lines(&[(5, "x();")])), ("src/b.js", &lines(&[(5, "x();")]))]);
    desk.approve(&desk.review(since("X-1", "main")));
    scene.commit("feat: Y-1", &[("src/b.js", &lines(&[]))]);
    desk.approve(&desk.review(since("Y-1", both.as_str())));
    scene.switch("main");
    scene.commit("feat: OTHER-1", &[("src/other.js", "other();\n")]);
    desk.approve(&desk.review(since("OTHER-1", start.as_str())));
    scene.squash("feat", "feat: all of it");
    assert_eq!(reasons(&scene), Vec::<Value>::new());
}

/// What lay on the main branch before its first review is asked about by nobody, whenever a branch that was merged began.
#[test]
fn an_old_branch_brings_nothing_of_the_main_line_with_it() {
    for late in [false, true] {
        let scene = Scene::new();
        let start = scene.commit("chore: start", &[("src/a.js", "a\n")]);
        scene.branch("old", &start);
        let desk = Desk::at(scene.root());
        let work = |scene: &Scene| {
            scene.switch("old");
            scene.commit("feat: OLD-1", &[("src/old.js", "old();\n")]);
            desk.approve(&desk.review(since("OLD-1", start.as_str())));
            scene.switch("main");
        };
        if !late {
            work(&scene);
        }
        scene.commit("feat: before all reviews", &[("src/m.js", "m();\n")]);
        let base = scene.open().head().unwrap();
        scene.commit("feat: W-1", &[("src/w.js", "w();\n")]);
        desk.approve(&desk.review(since("W-1", base.as_str())));
        if late {
            work(&scene);
        }
        scene.merge("old", "Merge old");
        scene.reset(&scene.open().head().unwrap());
        assert_eq!(reasons(&scene), Vec::<Value>::new(), "late {late}");
    }
}
