//! What a review does not see, and who must be told: work that was forgotten, files that git lets go, others' lines beside a
//! finding, the user's own files beside an attempt that is taken back (SPEC 4.3, 7.1).

#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::json;

use crate::desk::{Desk, blocker, codes, files, remarks_of};
use crate::plan_scene::{CART, PLAN, plan, with_task_one};
use crate::scene::Scene;

const GSD: (&str, &str) = (".planning/config.json", r#"{"execution_review": {"enabled": true}}"#);

#[test]
fn work_that_a_task_lists_and_nobody_committed_is_told() {
    let scene = with_task_one();
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    assert!(!codes(&opened).contains(&"uncommitted"), "{opened:#}");
    // The file of another task is nothing of this one's.
    scene.write("src/checkout.js", "// forgotten\n");
    let again = desk.again(&opened);
    assert!(!codes(&again).contains(&"uncommitted"), "{again:#}");

    let scene = Scene::new();
    let listed =
        plan().replace("<files>src/cart.js</files>", "<files>src/cart.js, src/rates.js, src/tax.js</files>");
    scene.commit("docs: plan", &[(PLAN, &listed), ("src/tax.js", "export const tax = 1;\n")]);
    scene.commit("feat(01-01): Task 1 sum the cart", &[("src/cart.js", CART)]);
    scene.write("src/rates.js", "export const rates = [];\n");
    scene.write("src/tax.js", "export const tax = 2;\n");
    let opened = Desk::at(scene.root()).review(json!({ "plan": PLAN, "task": "1", "protocol": "megazord" }));
    let told = remarks_of(&opened, "uncommitted");
    assert!(told.starts_with("src/rates.js, src/tax.js differ in the work tree"), "{opened:#}");
}

#[test]
fn what_lies_uncommitted_on_a_branch_under_review_is_told_without_a_list() {
    let scene = Scene::new();
    let base = scene.commit("chore: begin", &[("src/auth.js", "1\n"), ("src/mail.js", "1\n")]);
    scene.branch("feature/auth", &base);
    scene.switch("feature/auth");
    scene.commit("AUTH: let people in", &[("src/auth.js", "2\n")]);
    scene.write("src/mail.js", "2\n");
    scene.write("src/new.js", "1\n");
    scene.write(".planning/STATE.md", "# State\n");
    let desk = Desk::at(scene.root());
    let opened =
        desk.review(json!({ "id": "AUTH", "title": "Login", "criteria": "c", "protocol": "bazinga" }));
    let told = remarks_of(&opened, "uncommitted");
    assert!(told.starts_with("src/mail.js, src/new.js differ in the work tree"), "{opened:#}");
}

#[test]
fn a_file_that_git_is_told_to_let_go_is_reviewed_as_removed() {
    let scene = Scene::new();
    scene.commit("chore: begin", &[GSD, ("local.conf", "key = 1\n"), (".gitignore", "out/\n")]);
    scene.write(".gitignore", "out/\nlocal.conf\n");
    let mut index = scene.git.index().unwrap();
    index.remove_path(std::path::Path::new("local.conf")).unwrap();
    index.write().unwrap();
    let desk = Desk::at(scene.root());
    let subject = json!({ "id": "untrack", "title": "Untrack", "criteria": "local.conf is not tracked", "files": ["local.conf", ".gitignore"] });
    let opened = desk.review(subject);
    assert_eq!(files(&opened), [".gitignore", "local.conf"], "{opened:#}");
    assert!(opened["brief"].as_str().unwrap().contains("-key = 1"), "{opened:#}");
    // What is committed then is what was reviewed.
    let head = scene.git.head().unwrap().peel_to_tree().unwrap();
    index.read_tree(&head).unwrap();
    index.write().unwrap();
    scene.edit(
        "chore: untrack",
        &[
            crate::scene::Edit::Remove("local.conf"),
            crate::scene::Edit::Write(".gitignore", b"out/\nlocal.conf\n"),
        ],
    );
    scene.write("local.conf", "key = 1\n");
    let approved = desk.approve(&opened);
    assert_eq!(approved["verdict"], "approved", "{approved:#}");
}

#[test]
fn a_staged_removal_of_a_file_that_stands_is_told_as_that() {
    let scene = Scene::new();
    scene.commit("chore: begin", &[GSD, ("a.conf", "1\n"), ("src/a.js", "1\n")]);
    scene.write("src/a.js", "2\n");
    let mut index = scene.git.index().unwrap();
    index.remove_path(std::path::Path::new("a.conf")).unwrap();
    index.write().unwrap();
    let opened = Desk::at(scene.root()).review(json!({ "id": "C", "title": "c", "criteria": "c" }));
    assert!(
        remarks_of(&opened, "staged_apart").contains("a.conf is staged as removed; the file as it stands"),
        "{opened:#}"
    );
}

/// Two tasks share a file; the first one's finding stands beside a line that the second one changes.
#[test]
fn a_siblings_line_beside_a_finding_mends_nothing() {
    const LINES: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n";
    let shared = plan()
        .replace("<files>src/cart.js</files>", "<files>src/cart.js, src/rates.js</files>")
        .replace("<files>src/checkout.js</files>", "<files>src/checkout.js, src/cart.js</files>");
    for (beside, closes) in
        [(LINES.replace("five", "FIVE"), false), (LINES.replace("four", "a sibling's"), true)]
    {
        let scene = Scene::new();
        scene.commit("docs: plan", &[(PLAN, &shared)]);
        scene.commit("feat(01-01): Task 1 sum", &[("src/cart.js", LINES)]);
        let desk = Desk::at(scene.root());
        let opened = desk.review(json!({ "plan": PLAN, "task": "1", "protocol": "countersign" }));
        let judged = desk.answer(&opened, blocker("four is evil", "src/cart.js", 4));
        assert_eq!(judged["blocking"], json!(["F1"]), "{judged:#}");
        scene.commit("feat(01-01): Task 2 use it", &[("src/cart.js", &beside)]);
        scene.commit("fix(01-01): Task 1 rates", &[("src/rates.js", "1\n")]);
        let claimed = desk.ok(
            "respond_findings",
            json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"],
                "responses": [{ "finding_id": "F1", "response": "fixed" }] }),
        );
        let word = if closes { "region_changed" } else { "untouched" };
        assert_eq!(claimed["claims"][0]["evidence"], word, "{claimed:#}");
        let second = desk.approve(&desk.again(&opened));
        let verdict = if closes { "approved" } else { "changes_requested" };
        assert_eq!(second["verdict"], verdict, "{second:#}");
    }
}

#[test]
fn the_users_own_files_are_not_said_to_be_the_attempts() {
    const CRITICAL: &str = "### Verdict: CRITICAL\n\n### Findings\n\n#### bug\n- **Severity:** Critical\n- **File:Line:** src/a.js:1\n- **Issue:** broken\n- **Fix:** mend\n";
    let scene = Scene::new();
    scene.commit("chore: begin", &[GSD, ("src/a.js", "1\n")]);
    scene.write("notes.txt", "the user's\n");
    scene.write("src/a.js", "2\n");
    let desk = Desk::at(scene.root());
    let reject = |subject: serde_json::Value| {
        let opened = desk.review(subject);
        desk.ok(
            "record_findings",
            json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": CRITICAL }),
        )
    };
    let all = reject(json!({ "id": "C1", "title": "c", "criteria": "c" }));
    assert_eq!(all["next"]["action"], "reexecute", "{all:#}");
    assert_eq!(all["next"]["added"], json!(["notes.txt"]));
    assert!(all["next"]["warnings"][0].as_str().unwrap().contains("only what the attempt itself"), "{all:#}");
    let brief = all["next"]["brief"].as_str().unwrap();
    assert!(
        brief.contains("Nobody listed the files") && !brief.contains("was added by the attempt"),
        "{brief}"
    );
    // Where the files are listed they are the attempt's.
    let listed = reject(json!({ "id": "C2", "title": "c", "criteria": "c", "files": ["src/a.js"] }));
    assert_eq!(listed["next"]["warnings"], json!(null), "{listed:#}");
    assert!(listed["next"]["brief"].as_str().unwrap().contains("was added by the attempt"));
}

#[test]
fn a_server_beside_the_work_trees_of_a_bare_repository_works_in_the_named_one() {
    let scene = with_task_one();
    let home = scene.beside("home");
    std::fs::create_dir_all(&home).unwrap();
    let bare = home.join(".bare");
    let source = format!("{}", scene.root().display());
    git2::build::RepoBuilder::new().bare(true).clone(&source, &bare).unwrap();
    std::fs::write(home.join(".git"), "gitdir: ./.bare\n").unwrap();
    let repository = git2::Repository::open_bare(&bare).unwrap();
    repository.worktree("work", &home.join("work"), None).unwrap();
    let desk = Desk::at(&home);
    let opened = desk.review(json!({ "plan": PLAN, "task": "1", "worktree": "work" }));
    assert_eq!(files(&opened), ["src/cart.js"], "{opened:#}");
    let none = desk.refused("review_task", json!({ "plan": PLAN, "task": "1", "worktree": "gone" }));
    assert!(none.contains("there is no folder gone") && none.contains("git worktree list"), "{none}");
    let bare = desk.refused("review_task", json!({ "plan": PLAN, "task": "1" }));
    assert!(bare.contains("bare repository"), "{bare}");
}

#[test]
fn a_plan_of_another_work_tree_is_answered_with_that_work_tree() {
    let scene = with_task_one();
    let beside = scene.beside("other");
    scene.git.worktree("other", &beside, None).unwrap();
    let desk = Desk::at(scene.root());
    let given = beside.join(PLAN);
    let why = desk.refused("review_task", json!({ "plan": given, "task": "1" }));
    assert!(why.contains("give that as `worktree`"), "{why}");
    let call = format!("\"worktree\":{:?}", beside.to_str().unwrap());
    assert!(why.contains(&call) && why.contains(&format!("\"plan\":\"{PLAN}\"")), "{why}");
}

/// Code in which a finding stands, on its fifth line.
const RATES: &str = "import { table } from \"./table\";\n\nexport function rateOf(base, weight) {\n  const row = table.find(base);\n  return row.fee / weight;\n}\n";

/// Raises a finding on new, uncommitted work, does something about its file, and returns the claim and what a silent
/// approval makes of it.
fn after_hiding(
    finding: &serde_json::Value,
    hide: impl Fn(&Scene),
) -> (serde_json::Value, serde_json::Value) {
    let scene = Scene::new();
    scene.commit("chore: begin", &[("README.md", "# Rates\n"), (".gitignore", ".countersign/\n")]);
    scene.write("src/rates.js", RATES);
    scene.write("src/table.js", "export const table = new Map();\n");
    let desk = Desk::at(scene.root());
    let opened =
        desk.review(json!({ "id": "R", "title": "Rates", "criteria": "right", "protocol": "countersign" }));
    let judged = desk.answer(&opened, json!([finding]));
    hide(&scene);
    scene.write("src/table.js", "export const table = new Map([[1, 2]]);\n");
    let claimed = desk.ok(
        "respond_findings",
        json!({ "loop_id": opened["loop_id"], "turn": judged["next"]["turn"],
            "responses": [{ "finding_id": "F1", "response": "fixed" }] }),
    );
    (claimed["claims"][0].clone(), desk.approve(&desk.again(&opened)))
}

#[test]
fn a_file_that_is_hidden_from_git_is_not_mended() {
    let plain = blocker("Division by zero", "src/rates.js", 5)[0].clone();
    let mut asking = plain.clone();
    asking["closed_when"] = json!("src/rates.js lacks row\\.fee / weight");
    let ignore = |scene: &Scene| scene.write(".gitignore", ".countersign/\nrates.js\n");
    let exclude = |scene: &Scene| {
        std::fs::create_dir_all(scene.git.path().join("info")).unwrap();
        std::fs::write(scene.git.path().join("info/exclude"), "/src/rates.js\n").unwrap();
    };
    for (finding, hide, word) in [
        (&plain, &ignore as &dyn Fn(&Scene), "untouched"),
        (&plain, &exclude, "untouched"),
        (&asking, &ignore, "condition_open"),
        (&asking, &exclude, "condition_open"),
    ] {
        let (claim, judged) = after_hiding(finding, hide);
        assert_eq!(claim["evidence"], word, "{claim:#}");
        assert!(claim["note"].as_str().unwrap().contains("where git does not look"), "{claim:#}");
        assert_eq!(judged["verdict"], "changes_requested", "{judged:#}");
    }
}

#[test]
fn a_file_that_went_under_an_ignored_name_only_moved() {
    let plain = blocker("Division by zero", "src/rates.js", 5)[0].clone();
    for to in ["src/rates.local.js", "out/deep/er/rates.mjs"] {
        let (claim, judged) = after_hiding(&plain, |scene| {
            scene.write(".gitignore", ".countersign/\n*.local.js\nout/\n");
            scene.write(to, RATES);
            std::fs::remove_file(scene.root().join("src/rates.js")).unwrap();
        });
        assert_eq!(claim["evidence"], "untouched", "{claim:#}");
        assert_eq!(judged["verdict"], "changes_requested", "{judged:#}");
        assert!(remarks_of(&judged, "code_moved").contains(to), "{judged:#}");
    }
}

#[test]
fn a_file_that_is_gone_or_was_to_leave_git_is() {
    let plain = blocker("Division by zero", "src/rates.js", 5)[0].clone();
    let (claim, judged) =
        after_hiding(&plain, |scene| std::fs::remove_file(scene.root().join("src/rates.js")).unwrap());
    assert_eq!(claim["evidence"], "region_changed", "{claim:#}");
    assert_eq!(judged["verdict"], "approved", "{judged:#}");
    let leave = blocker("Generated rates must not be committed", "src/rates.js", 5)[0].clone();
    let (claim, judged) =
        after_hiding(&leave, |scene| scene.write(".gitignore", ".countersign/\nsrc/rates.js\n"));
    assert_eq!(claim["evidence"], "region_changed", "{claim:#}");
    assert_eq!(judged["verdict"], "approved", "{judged:#}");
}
