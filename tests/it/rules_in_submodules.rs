//! Rules of review that lie in a submodule: whoever moves it does not choose how that is reviewed (SPEC 4, 11).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use serde_json::{Value, json};

use crate::desk::{Desk, remarks_of};
use crate::git_cli::{git, there};
use crate::scene::Scene;

const OFF: &str = r#"{"execution_review": {"enabled": false}}"#;
const ON: &str = r#"{"execution_review": {"enabled": true}}"#;
const STRICT: &str = "[review]\nmax_passes = 2\nat_limit = \"fail\"\n";

fn said(answer: &Value) -> String {
    remarks_of(answer, "review_rules_changed")
}

/// Commits files in the repository inside.
fn commit_within(inside: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = inside.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    git(inside, &["add", "--all"]).unwrap();
    git(inside, &["commit", "-q", "-m", "more"]).unwrap();
}

/// A repository whose rules lie in a submodule, reached over `link`.
fn scene(link: (&str, &str), files: &[(&str, &str)]) -> Scene {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", "a\n")]);
    let inside = scene.root().join("sub");
    std::fs::create_dir_all(&inside).unwrap();
    git(&inside, &["init", "-q"]).unwrap();
    commit_within(&inside, files);
    scene.write(".gitmodules", "[submodule \"sub\"]\n\tpath = sub\n\turl = ./sub\n");
    std::os::unix::fs::symlink(link.1, scene.root().join(link.0)).unwrap();
    git(scene.root(), &["add", "--all"]).unwrap();
    git(scene.root(), &["commit", "-q", "-m", "chore: rules in a submodule"]).unwrap();
    scene
}

/// Commits a change that also moves the submodule on.
fn changed(scene: &Scene, files: &[(&str, &str)]) {
    commit_within(&scene.root().join("sub"), files);
    scene.write("src/a.rs", "b\n");
    git(scene.root(), &["add", "--all"]).unwrap();
    git(scene.root(), &["commit", "-q", "-m", "feat: A-1"]).unwrap();
}

fn review(scene: &Scene) -> Value {
    Desk::at(scene.root()).review(json!({ "id": "A-1", "title": "A", "criteria": "b", "base": "HEAD~1" }))
}

#[test]
fn a_change_does_not_loosen_its_review_in_a_submodule() {
    if !there("a_change_does_not_loosen_its_review_in_a_submodule") {
        return;
    }
    for (link, before, after, holds) in [
        (
            (".planning", "sub/planning"),
            ("planning/config.json", ON),
            ("planning/config.json", OFF),
            "(.planning/config.json, sub); its own review goes by what held before: `review.mode` stays \"auto\"",
        ),
        (
            ("countersign.toml", "sub/r.toml"),
            ("r.toml", STRICT),
            ("r.toml", "\n"),
            "(countersign.toml, sub); its own review goes by what held before: ",
        ),
    ] {
        let scene = scene(link, &[before]);
        changed(&scene, &[after]);
        let opened = review(&scene);
        assert!(said(&opened).contains(holds), "{holds}: {opened:#}");
        assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    }
}

#[test]
fn a_submodule_that_moves_in_other_files_alters_no_rule() {
    if !there("a_submodule_that_moves_in_other_files_alters_no_rule") {
        return;
    }
    let scene = scene((".planning", "sub/planning"), &[("planning/config.json", ON)]);
    changed(&scene, &[("planning/notes.md", "more\n")]);
    let opened = review(&scene);
    assert_eq!(said(&opened), "", "{opened:#}");
    assert_eq!(opened["max_passes"], 3, "gsd's rules go on: {opened:#}");
}

#[test]
fn what_is_not_committed_in_a_submodule_switches_nothing_off() {
    if !there("what_is_not_committed_in_a_submodule_switches_nothing_off") {
        return;
    }
    let scene = scene((".planning", "sub/planning"), &[("planning/config.json", ON)]);
    scene.write("src/a.rs", "b\n");
    std::fs::write(scene.root().join("sub/planning/config.json"), OFF).unwrap();
    let change = json!({ "id": "A-1", "title": "A", "criteria": "b", "files": ["src/a.rs"] });
    let opened = Desk::at(scene.root()).review(change);
    assert!(said(&opened).contains("altered and is not committed"), "{opened:#}");
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
}

/// A submodule within a submodule is looked into too, and a linked work tree, which has none of them checked out, asks the
/// data that git keeps for all of them.
#[test]
fn a_change_loosens_nothing_in_a_submodule_within_another_or_from_a_worktree() {
    if !there("a_change_loosens_nothing_in_a_submodule_within_another_or_from_a_worktree") {
        return;
    }
    let source = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q"]).unwrap();
        commit_within(folder.path(), files);
        folder
    };
    let add = |into: &Path, what: &Path, name: &str| {
        git(into, &["submodule", "add", "-q", what.to_str().unwrap(), name]).unwrap();
        git(into, &["commit", "-q", "-m", "a submodule"]).unwrap();
    };
    let inner = source(&[("planning/config.json", ON)]);
    let outer = source(&[("README.md", "outer\n")]);
    add(outer.path(), inner.path(), "inner");
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.rs", "a\n")]);
    add(scene.root(), outer.path(), "sub");
    git(scene.root(), &["submodule", "update", "-q", "--init", "--recursive"]).unwrap();
    std::os::unix::fs::symlink("sub/inner/planning", scene.root().join(".planning")).unwrap();
    git(scene.root(), &["add", "--all"]).unwrap();
    git(scene.root(), &["commit", "-q", "-m", "chore: rules within"]).unwrap();

    let (sub, within) = (scene.root().join("sub"), scene.root().join("sub/inner"));
    commit_within(&within, &[("planning/notes.md", "more\n")]);
    commit_within(&sub, &[]);
    changed(&scene, &[("README.md", "outer, more\n")]);
    let opened = review(&scene);
    assert_eq!((said(&opened), &opened["max_passes"]), (String::new(), &json!(3)), "{opened:#}");

    commit_within(&within, &[("planning/config.json", OFF)]);
    scene.write("src/b.rs", "b\n");
    commit_within(&sub, &[]);
    git(scene.root(), &["add", "--all"]).unwrap();
    git(scene.root(), &["commit", "-q", "-m", "feat: B-1"]).unwrap();
    let worktree = scene.beside("linked");
    git(scene.root(), &["worktree", "add", "-q", worktree.to_str().unwrap(), "-b", "linked"]).unwrap();
    let request = || json!({ "id": "B-1", "title": "B", "criteria": "b", "base": "HEAD~1" });
    for desk in [Desk::at(scene.root()), Desk::in_worktree(scene.root(), &worktree)] {
        let opened = desk.review(request());
        assert_eq!(opened["next"]["action"], "review", "{opened:#}");
        assert!(said(&opened).contains("`review.mode` stays \"auto\""), "{opened:#}");
    }
}
