//! Changes that lie in the work tree, in whole or in part: all of one is reviewed, whatever half of it is committed.

#![allow(clippy::unwrap_used, reason = "tests")]

use countersign::app::App;
use countersign::app::requests::Gate;
use serde_json::{Value, json};

use crate::desk::{Desk, codes, files, subjects};
use crate::git_cli::{git, there};
use crate::scene::Scene;

fn change(id: &str) -> Value {
    json!({ "id": id, "title": "Round the sum", "criteria": "The sum is rounded." })
}

#[test]
fn a_free_change_half_committed_is_reviewed_whole() {
    for files_listed in [json!([]), json!(["src/cart.js", "src/shop.js"])] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/cart.js", "a\nb\n"), ("src/shop.js", "a\n")]);
        let base = scene.open().head().unwrap();
        scene.commit("feat: half of CART-7", &[("src/shop.js", "a\nsend(secret)\n")]);
        scene.commit("feat: CART-8 in between", &[("src/other.js", "o\n")]);
        scene.write("src/cart.js", "a\nrounded\n");
        let mut request = change("CART-7");
        request["files"] = files_listed;
        let opened = Desk::at(scene.root()).review(request);
        assert_eq!(files(&opened), ["src/cart.js", "src/shop.js"], "{opened:#}");
        assert_eq!(subjects(&opened), ["feat: half of CART-7"]);
        assert_eq!(opened["range"]["base"], base.as_str());
        assert!(opened["brief"].as_str().unwrap().contains("send(secret)"));
        assert!(codes(&opened).contains(&"commits_included"), "{opened:#}");
    }
}

#[test]
fn what_was_reviewed_of_a_free_change_is_not_reviewed_again_with_its_rest() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\nb\n"), ("src/shop.js", "a\n")]);
    scene.commit("feat: half of CART-7", &[("src/shop.js", "a\nsent\n")]);
    let desk = Desk::at(scene.root());
    desk.approve(&desk.review(change("CART-7")));
    scene.commit("feat: more of CART-7", &[("src/shop.js", "a\nsent\nlogged\n")]);
    scene.write("src/cart.js", "a\nrounded\n");
    let opened = desk.review(change("CART-7"));
    assert_eq!(subjects(&opened), ["feat: more of CART-7"], "{opened:#}");
    assert_eq!(opened["range"]["insertions"], 2, "{opened:#}");
}

/// Everybody's messages hold a word such as `login`.
#[test]
fn a_plain_word_takes_no_commit_along_and_says_so() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\nb\n")]);
    scene.commit("feat: the login page", &[("src/login.js", "l\n")]);
    scene.commit("chore: else", &[("src/other.js", "o\n")]);
    scene.commit("feat(login): begin", &[("src/shop.js", "s\n")]);
    scene.write("src/cart.js", "a\nrounded\n");
    let opened = Desk::at(scene.root()).review(change("login"));
    assert!(subjects(&opened).is_empty(), "{opened:#}");
    assert_eq!(files(&opened), ["src/cart.js"]);
    assert!(codes(&opened).contains(&"older_commits"), "{opened:#}");
}

/// A submodule at another commit is a change like any other: a commit of this repository would hold it.
#[test]
fn a_submodule_that_moved_is_reviewed() {
    if !crate::git_cli::there("a_submodule_that_moved_is_reviewed") {
        return;
    }
    let git = |folder: &std::path::Path, arguments: &[&str]| {
        assert!(crate::git_cli::git(folder, arguments).is_some(), "{arguments:?}");
    };
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\n")]);
    let inside = scene.root().join("lib");
    std::fs::create_dir_all(&inside).unwrap();
    git(&inside, &["init", "-q"]);
    git(&inside, &["commit", "-q", "--allow-empty", "-m", "one"]);
    scene.write(".gitmodules", "[submodule \"lib\"]\n\tpath = lib\n\turl = ./lib\n");
    git(scene.root(), &["add", ".gitmodules", "lib"]);
    git(scene.root(), &["commit", "-q", "-m", "feat: a library"]);
    git(&inside, &["commit", "-q", "--allow-empty", "-m", "two"]);
    for listed in [json!([]), json!(["lib"])] {
        let mut request = change(if listed == json!([]) { "LIB-1" } else { "LIB-2" });
        request["files"] = listed;
        let desk = Desk::at(scene.root());
        let opened = desk.review(request);
        assert_eq!(files(&opened), ["lib"], "{opened:#}");
        assert!(opened["brief"].as_str().unwrap().contains("Subproject commit"));
        // As it stands it is what was reviewed; once more it is not.
        let again = desk.again(&opened);
        assert_eq!(again["countersign"], opened["countersign"]);
        let approved = desk.approve(&opened);
        assert_eq!(approved["verdict"], "approved", "{approved:#}");
    }
}

/// What git sees of a folder that became a link is the link.
#[test]
fn a_folder_replaced_by_a_link_is_reviewed_as_git_sees_it() {
    for to in ["other", "/tmp"] {
        for listed in [json!([]), json!(["lib/a.js"])] {
            let scene = Scene::new();
            scene.commit("chore: start", &[("lib/a.js", "a\n"), ("other/a.js", "evil\n")]);
            std::fs::remove_dir_all(scene.root().join("lib")).unwrap();
            std::os::unix::fs::symlink(to, scene.root().join("lib")).unwrap();
            let mut request = change("LINK-1");
            request["files"] = listed;
            let desk = Desk::at(scene.root());
            let opened = desk.review(request);
            assert_eq!(files(&opened), ["lib", "lib/a.js"], "{to}: {opened:#}");
            let brief = opened["brief"].as_str().unwrap();
            assert!(!brief.contains("+evil"), "{brief}");
            assert_eq!(opened["range"]["deletions"], 1, "{opened:#}");
            assert_eq!(desk.again(&opened)["countersign"], opened["countersign"]);
        }
    }
}

#[test]
fn the_files_of_a_free_change_may_be_absolute() {
    for pattern in ["src/cart.js", "src/*.js", "src"] {
        let scene = Scene::new();
        scene.commit("chore: start", &[("src/cart.js", "a\n"), ("doc/x.txt", "x\n")]);
        scene.write("src/cart.js", "b\n");
        scene.write("doc/x.txt", "y\n");
        let mut request = change("CART-7");
        request["files"] = json!([scene.root().join(pattern)]);
        let desk = Desk::at(scene.root());
        let opened = desk.review(request);
        assert_eq!(files(&opened), ["src/cart.js"], "{pattern}: {opened:#}");
        assert!(opened["range"].get("outside").is_none(), "{opened:#}");
        let mut outside = change("CART-8");
        outside["files"] = json!(["/elsewhere/x.js"]);
        assert!(desk.refused("review_task", outside).starts_with("`files[0]`"));
    }
}

/// A work tree that is not there is the argument's fault.
#[test]
fn a_worktree_that_is_not_there_names_its_field() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\n")]);
    let gone = scene.beside("gone");
    let why = Desk::in_worktree(scene.root(), &gone).refused("loop_status", json!({}));
    assert!(why.starts_with("`worktree`: "), "{why}");
}

/// A sparse index is no damage, and there is a command that writes it out.
#[test]
fn a_sparse_index_is_called_by_its_name() {
    if !crate::git_cli::there("a_sparse_index_is_called_by_its_name") {
        return;
    }
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\n"), ("doc/deep/x.md", "x\n")]);
    let sparse = ["sparse-checkout", "set", "--cone", "--sparse-index", "src"];
    if crate::git_cli::git(scene.root(), &sparse).is_none() {
        return;
    }
    scene.write("src/cart.js", "b\n");
    let desk = Desk::at(scene.root());
    let Err(why) = desk.call("review_task", change("CART-7")) else { return };
    assert!(why.contains("git sparse-checkout reapply --no-sparse-index"), "{why}");
    assert!(!why.contains("fsck"), "{why}");
    crate::git_cli::git(scene.root(), &["sparse-checkout", "reapply", "--no-sparse-index"]).unwrap();
    assert_eq!(files(&desk.review(change("CART-7"))), ["src/cart.js"]);
}

/// There is no commit before the first; git's name of nothing stands for it.
#[test]
fn a_root_commit_that_names_nothing_can_be_reviewed() {
    let scene = Scene::new();
    scene.commit("begin", &[("src/cart.js", "a\n"), ("src/shop.js", "s\n")]);
    let desk = Desk::at(scene.root());
    let why = desk.refused("review_task", change("CART-7"));
    let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    assert!(why.contains(empty), "{why}");
    let mut request = change("CART-7");
    request["base"] = json!(empty);
    let opened = desk.review(request.clone());
    assert_eq!((files(&opened), subjects(&opened)), (vec!["src/cart.js", "src/shop.js"], vec!["begin"]));
    assert_eq!(desk.review(request)["countersign"], opened["countersign"]);
    scene.commit("more", &[("src/cart.js", "b\n")]);
    let again = desk.again(&opened);
    assert_eq!(again["range"]["base"], serde_json::Value::Null, "{again:#}");
    assert_eq!(subjects(&again), ["begin", "more"]);
    assert_eq!(desk.approve(&again)["verdict"], "approved");
}

/// Both sides with marks between are no work of anybody's.
#[test]
fn a_conflict_that_nobody_settled_is_said() {
    if !crate::git_cli::there("a_conflict_that_nobody_settled_is_said") {
        return;
    }
    let scene = Scene::new();
    let base = scene.commit("chore: start", &[("src/cart.js", "a\n"), ("src/shop.js", "s\n")]);
    scene.branch("side", &base);
    scene.commit("feat: here", &[("src/cart.js", "here\n")]);
    scene.switch("side");
    scene.commit("feat: there", &[("src/cart.js", "there\n")]);
    scene.switch("main");
    assert!(crate::git_cli::git(scene.root(), &["merge", "-q", "side"]).is_none(), "it conflicts");
    let opened = Desk::at(scene.root()).review(change("CART-7"));
    assert_eq!(files(&opened), ["src/cart.js"], "{opened:#}");
    assert!(codes(&opened).contains(&"merge_conflict"), "{opened:#}");
    scene.write("src/cart.js", "both\n");
    assert!(crate::git_cli::git(scene.root(), &["add", "src/cart.js"]).is_some());
    let settled = Desk::at(scene.root()).review(change("CART-7"));
    assert!(!codes(&settled).contains(&"merge_conflict"), "{settled:#}");
}

#[cfg(unix)]
#[test]
fn a_new_folder_that_cannot_be_looked_into_is_said() {
    use std::os::unix::fs::PermissionsExt as _;

    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\nb\n")]);
    scene.write("src/cart.js", "a\nrounded\n");
    scene.write("data/db.bin", "1\n");
    let closed = scene.root().join("data");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).unwrap();
    // Who may read everything has no closed folder: the file in it is part of the change.
    let may_read_all = std::fs::read_dir(&closed).is_ok();
    let opened = Desk::at(scene.root()).review(change("CART-7"));
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o755)).unwrap();
    let said = opened["remarks"].to_string().contains("data cannot be looked into");
    let expected: &[&str] = if may_read_all { &["data/db.bin", "src/cart.js"] } else { &["src/cart.js"] };
    assert_eq!((files(&opened).as_slice(), said), (expected, !may_read_all), "{opened:#}");
}

#[test]
fn an_outcome_that_is_told_again_says_what_lies_uncommitted_beside_it() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\nb\n")]);
    scene.commit("feat: CART-7 rounds", &[("src/cart.js", "a\nrounded\n")]);
    let desk = Desk::at(scene.root());
    let mut request = change("CART-7");
    request["files"] = json!(["src/cart.js"]);
    desk.approve(&desk.review(request.clone()));
    assert!(!codes(&desk.review(request.clone())).contains(&"uncommitted"));
    scene.write("src/cart.js", "a\nrounded\nsend(secret)\n");
    let again = desk.review(request);
    assert_eq!(again["next"]["action"], "proceed", "{again:#}");
    assert!(codes(&again).contains(&"uncommitted"), "{again:#}");
}

/// Both attributes make git write another file into the work tree than it keeps.
#[test]
fn a_file_that_git_writes_otherwise_is_reviewed_as_it_was_committed() {
    const TEST: &str = "a_file_that_git_writes_otherwise_is_reviewed_as_it_was_committed";
    if !there(TEST) {
        return;
    }
    let scene = Scene::new();
    scene.commit("chore: start", &[(".gitattributes", "*.js ident\n"), ("src/cart.js", "// $Id$\na();\n")]);
    std::fs::remove_file(scene.root().join("src/cart.js")).unwrap();
    git(scene.root(), &["checkout", "--", "src/cart.js"]).unwrap();
    let stands = std::fs::read_to_string(scene.root().join("src/cart.js")).unwrap();
    assert!(stands.starts_with("// $Id: "), "{stands}");
    scene.write("src/cart.js", stands.replace("a()", "b()"));
    let desk = Desk::at(scene.root());
    let mut request = change("CART-7");
    request["files"] = json!(["src/cart.js"]);
    let opened = desk.review(request);
    assert!(codes(&opened).contains(&"filtered"), "{opened:#}");
    desk.approve(&opened);
    let who = ["-c", "user.name=S", "-c", "user.email=s@example.invalid"];
    git(scene.root(), &[&who[..], &["commit", "-qam", "feat: CART-7"][..]].concat()).unwrap();
    let second = desk.again(&opened);
    assert_eq!(subjects(&second), ["feat: CART-7"], "{second:#}");
    desk.approve(&second);
    let gate = App::new(scene.root()).gate(&Gate::default()).unwrap();
    assert!(gate.open, "{:#?}", gate.reasons);
}
