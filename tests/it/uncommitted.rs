//! Changes that lie in the work tree, in whole or in part: all of one is reviewed, whatever half of it is committed.

use serde_json::{Value, json};

use crate::desk::{Desk, codes, files, subjects};
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
fn a_plain_word_takes_only_what_lies_on_top_along() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\nb\n")]);
    scene.commit("feat: the login page", &[("src/login.js", "l\n")]);
    scene.commit("chore: else", &[("src/other.js", "o\n")]);
    scene.commit("feat(login): begin", &[("src/shop.js", "s\n")]);
    scene.write("src/cart.js", "a\nrounded\n");
    let opened = Desk::at(scene.root()).review(change("login"));
    assert_eq!(subjects(&opened), ["feat(login): begin"], "{opened:#}");
    assert_eq!(files(&opened), ["src/cart.js", "src/shop.js"]);
    assert!(codes(&opened).contains(&"older_commits"), "{opened:#}");
}
