//! Fourteen kinds of repository, each through review, re-review, verification and status; and places that are no
//! repository, or hold several projects (SPEC 7.1, 3, 9.1, 13.6).

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Client, Era};
use crate::desk::{Desk, blocker, codes, files, is_stale, subjects};
use crate::git_cli::{self, git};
use crate::plan_scene::{self, CART, CART_FIXED, PLAN};
use crate::scene::{Edit, Scene};

const FIRST: &str = "feat(01-01): sum the cart";

fn task() -> Value {
    json!({ "plan": PLAN, "task": "1" })
}

fn config() -> (&'static str, &'static str) {
    (".planning/megazord.config.json", "{\"version\": 1}\n")
}

/// Review, a finding, the fix, re-review, approval; status and verification before and after. Returns both passes.
fn exercise(desk: &Desk, file: &str, fix: impl FnOnce()) -> (Value, Value) {
    let opened = desk.review(task());
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    let status = desk.ok("loop_status", json!({ "loop_id": opened["loop_id"] }));
    assert_eq!(status["next"]["turn"], opened["next"]["turn"]);
    let rejected = desk.answer(&opened, blocker("It is wrong", file, 1));
    assert!(!is_stale(&rejected), "{rejected:#}");
    assert_eq!(rejected["next"]["action"], "fix", "{rejected:#}");
    fix();
    let second = desk.again(&opened);
    assert_eq!(second["pass"], 2);
    let done = desk.approve(&second);
    assert!(!is_stale(&done), "{done:#}");
    assert_eq!(done["claimed_verdict"], "approved");
    let status = desk.ok("loop_status", json!({ "phase": "1" }));
    assert!(status["gate"]["reasons"].is_array(), "{status:#}");
    let verified = desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
    assert!(verified["items"].as_array().is_some_and(|items| !items.is_empty()), "{verified:#}");
    (opened, second)
}

/// Every tool that needs a repository says the same: what is wrong, and what to do.
fn every_tool_says(desk: &Desk, held: &[&str]) {
    let calls = [
        ("review_task", task()),
        (
            "record_findings",
            json!({ "loop_id": "rl-x", "countersign": "cs-1-aaaaaa", "verdict": "approved", "findings": [] }),
        ),
        ("respond_findings", json!({ "loop_id": "rl-x", "turn": 1, "responses": [] })),
        ("record_tests", json!({ "loop_id": "rl-x", "failed": [] })),
        (
            "decide",
            json!({ "loop_id": "rl-x", "turn": 1, "choice": "stop", "reason": "r", "decided_by": "Ada" }),
        ),
        ("loop_status", json!({})),
        ("check_plan", json!({ "plan": PLAN })),
        ("verify_phase", json!({ "phase": "1", "partial": true })),
    ];
    for (tool, arguments) in calls {
        let why = desk.refused(tool, arguments);
        for held in held {
            assert!(why.contains(held), "{tool}: {held} in {why}");
        }
    }
}

#[test]
fn kind_01_a_normal_repository() {
    let scene = plan_scene::with_task_one();
    let (opened, second) =
        exercise(&Desk::at(scene.root()), "src/cart.js", || plan_scene::fix_discount(&scene));
    assert_eq!(files(&opened), ["src/cart.js"]);
    assert_eq!(subjects(&second), [FIRST]);
}

#[test]
fn kind_02_a_task_in_the_root_commit() {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    let all = [(PLAN, plan.as_str()), config(), ("src/cart.js", CART)];
    scene.commit(FIRST, &all);
    let fix = || {
        scene.commit("fix(01-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    };
    let (opened, second) = exercise(&Desk::at(scene.root()), "src/cart.js", fix);
    assert_eq!(opened["range"].get("base"), None, "{opened:#}");
    assert!(files(&second).contains(&"src/cart.js"));
    assert_eq!(subjects(&second).len(), 2);
}

#[test]
fn kind_03_a_task_that_came_by_a_merge() {
    let scene = plan_scene::with_task_one();
    let base = scene.open().resolve("head", "HEAD~1").unwrap();
    let task = scene.open().head().unwrap();
    scene.branch("side", &task);
    scene.reset(&base);
    scene.commit("feat(02-01): task 1 others", &[("src/mail.js", "1\n")]);
    scene.merge("side", "merge side");
    let fix = || {
        scene.commit("fix(01-01): task 1 discount", &[("src/cart.js", CART_FIXED)]);
    };
    let (opened, second) = exercise(&Desk::at(scene.root()), "src/cart.js", fix);
    assert_eq!((files(&opened), subjects(&opened)), (vec!["src/cart.js"], vec![FIRST]));
    assert_eq!(files(&second), ["src/cart.js"], "what others merged is not under review");
}

#[test]
fn kind_04_a_task_that_renames() {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("docs: plan", &[(PLAN, &plan), config(), ("lib/old.js", CART)]);
    scene.edit(FIRST, &[Edit::Remove("lib/old.js"), Edit::Write("src/cart.js", CART.as_bytes())]);
    let fix = || {
        scene.amend(FIRST, &[Edit::Write("src/cart.js", CART_FIXED.as_bytes())]);
    };
    let (opened, second) = exercise(&Desk::at(scene.root()), "src/cart.js", fix);
    assert_eq!((&opened["range"]["insertions"], &opened["range"]["deletions"]), (&json!(0), &json!(0)));
    assert!(opened["brief"].as_str().unwrap().contains("rename from lib/old.js"), "{opened:#}");
    assert_eq!((&second["range"]["insertions"], &second["range"]["deletions"]), (&json!(1), &json!(1)));
}

#[test]
fn kind_05_a_binary_file() {
    let scene = plan_scene::with_task_one();
    scene.amend(FIRST, &[Edit::Write("src/cart.js", b"\0\x01\x02binary")]);
    let fix = || {
        scene.amend(FIRST, &[Edit::Write("src/cart.js", b"\0\x03\x04other")]);
    };
    let (opened, _) = exercise(&Desk::at(scene.root()), "src/cart.js", fix);
    assert!(opened["brief"].as_str().unwrap().contains("Binary"), "{opened:#}");
    assert_eq!(opened["range"]["insertions"], 0);
}

#[test]
fn kind_06_a_submodule() {
    let scene = Scene::new();
    let plan = plan_scene::plan().replace("<files>src/cart.js</files>", "<files>vendor/cart</files>");
    scene.commit("docs: plan", &[(PLAN, &plan), config()]);
    let (one, two) = ("1".repeat(40), "2".repeat(40));
    scene.edit(FIRST, &[Edit::Submodule("vendor/cart", &one)]);
    std::fs::create_dir_all(scene.root().join("vendor/cart")).unwrap();
    let fix = || {
        scene.amend(FIRST, &[Edit::Submodule("vendor/cart", &two)]);
    };
    let (opened, second) = exercise(&Desk::at(scene.root()), "vendor/cart", fix);
    assert!(opened["brief"].as_str().unwrap().contains(&format!("Subproject commit {one}")), "{opened:#}");
    assert!(second["brief"].as_str().unwrap().contains(&two), "{second:#}");
}

#[test]
fn kind_07_a_linked_worktree() {
    let scene = plan_scene::with_task_one();
    let worktree = scene.worktree("linked");
    let linked = git2::Repository::open(&worktree).unwrap();
    let fix = || {
        std::fs::write(worktree.join("src/cart.js"), CART_FIXED).unwrap();
        let mut index = linked.index().unwrap();
        index.add_path(Path::new("src/cart.js")).unwrap();
        index.write().unwrap();
        let tree = linked.find_tree(index.write_tree().unwrap()).unwrap();
        let head = linked.head().unwrap().peel_to_commit().unwrap();
        head.amend(Some("HEAD"), None, None, None, None, Some(&tree)).unwrap();
    };
    let desk = Desk::in_worktree(scene.root(), &worktree);
    let (opened, _) = exercise(&desk, "src/cart.js", fix);
    assert_eq!(opened["next"]["call"]["arguments"]["worktree"], worktree.to_str().unwrap(), "{opened:#}");
    // Started inside it, the server works on it without being told.
    let same = Desk::at(&worktree).review(task());
    assert_eq!(same["loop_id"], opened["loop_id"]);
    // The main checkout is on another branch: another loop.
    assert_ne!(Desk::at(scene.root()).review(task())["loop_id"], opened["loop_id"]);
}

#[test]
fn kind_07_a_linked_worktree_without_the_ignored_planning_folder() {
    let scene = Scene::new();
    let plan = plan_scene::plan();
    scene.commit("chore: start", &[(".gitignore", ".planning/\n"), ("src/a.js", "a\n")]);
    scene.write(PLAN, &plan);
    scene.write(config().0, config().1);
    let worktree = scene.worktree("linked");
    assert!(!worktree.join(".planning").exists());
    let linked = git2::Repository::open(&worktree).unwrap();
    let commit = |message: &str, text: &str| {
        std::fs::write(worktree.join("src/cart.js"), text).unwrap();
        let mut index = linked.index().unwrap();
        index.add_path(Path::new("src/cart.js")).unwrap();
        index.write().unwrap();
        let tree = linked.find_tree(index.write_tree().unwrap()).unwrap();
        let head = linked.head().unwrap().peel_to_commit().unwrap();
        let sign =
            git2::Signature::new("Scene", "s@example.invalid", &git2::Time::new(1_767_300_000, 0)).unwrap();
        linked.commit(Some("HEAD"), &sign, &sign, message, &tree, &[&head]).unwrap();
    };
    commit(FIRST, CART);
    let desk = Desk::in_worktree(scene.root(), &worktree);
    let fix = || commit("fix(01-01): task 1 discount", CART_FIXED);
    let (opened, _) = exercise(&desk, "src/cart.js", fix);
    assert_eq!(opened["next"]["agent"], "mz-reviewer", "the main checkout's configuration holds: {opened:#}");
    let report = ".planning/phases/01-cart/01-01-REVIEW-T1.md";
    assert!(scene.root().join(report).exists(), "the report lies beside its plan");
    assert!(!worktree.join(".planning").exists(), "no second planning folder");
}

/// YOLO reviews a plan before it is executed: a document, where its folder lies.
#[test]
fn a_plan_is_reviewed_from_a_worktree_without_the_ignored_planning_folder() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/02-sessions/02-01-PLAN.md";
    scene.commit("chore: start", &[(".gitignore", ".yolo-planning\n"), ("src/s.ts", "x\n")]);
    scene.write(".yolo-planning/config.json", "{}");
    scene.write(plan, "---\nphase: \"02\"\nplan: \"01\"\ntitle: \"S\"\nwave: 1\ndepends_on: []\nmust_haves: [\"x\"]\n---\n### Task 1: A\n**Files:** `src/s.ts`\n**Action:** A.\n**Done:** ok\n");
    let worktree = scene.worktree("linked");
    for desk in [Desk::at(&worktree), Desk::in_worktree(scene.root(), &worktree)] {
        let opened = desk.review(json!({ "plan": plan }));
        assert_eq!(opened["next"]["action"], "review", "{opened:#}");
        assert!(opened["brief"].as_str().unwrap().contains("### Task 1: A"), "{opened:#}");
        assert!(!worktree.join(".yolo-planning").exists(), "no second planning folder");
    }
}

#[test]
fn kind_08_a_detached_head() {
    let scene = plan_scene::with_task_one();
    let head = scene.git.head().unwrap().target().unwrap();
    scene.git.set_head_detached(head).unwrap();
    let fix = || {
        scene.amend(FIRST, &[Edit::Write("src/cart.js", CART_FIXED.as_bytes())]);
    };
    let (_, second) = exercise(&Desk::at(scene.root()), "src/cart.js", fix);
    assert_eq!(subjects(&second), [FIRST]);
}

#[test]
fn kind_09_a_shallow_clone() {
    let test = "kind_09_a_shallow_clone";
    if !git_cli::there(test) {
        return;
    }
    let scene = plan_scene::with_task_one();
    let source = format!("file://{}", scene.root().display());
    let clone = |depth: &str, name: &str| {
        let to = scene.beside(name);
        git(scene.root(), &["clone", "-q", "--depth", depth, &source, to.to_str().unwrap()]).unwrap();
        to
    };
    // The task's commit is the edge: what it changed cannot be told, and nothing is shown as added.
    let edge = clone("1", "edge");
    let desk = Desk::at(&edge);
    let why = desk.refused("review_task", task());
    for held in ["shallow clone", "git fetch --unshallow"] {
        assert!(why.contains(held), "{held} in {why}");
    }
    let why = desk.refused("review_task", json!({ "plan": PLAN, "task": "1", "base": "HEAD~1" }));
    assert!(why.contains("no such parent"), "{why}");
    desk.ok("loop_status", json!({}));
    desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
    // With its parent there the change is whole; that the history is cut is said all the same.
    let two = clone("2", "two");
    git(&two, &["config", "user.name", "Scene"]).unwrap();
    let fix = || {
        std::fs::write(two.join("src/cart.js"), CART_FIXED).unwrap();
        git(&two, &["commit", "-q", "-a", "--amend", "--no-edit"]).unwrap();
    };
    let (opened, second) = exercise(&Desk::at(&two), "src/cart.js", fix);
    assert_eq!(files(&opened), ["src/cart.js"]);
    assert!(codes(&opened).contains(&"shallow_clone"), "{opened:#}");
    assert_eq!(files(&second), ["src/cart.js"]);
}

#[test]
fn kind_10_a_bare_repository() {
    let scene = plan_scene::with_task_one();
    let bare = scene.beside("bare.git");
    git2::build::RepoBuilder::new().bare(true).clone(scene.root().to_str().unwrap(), &bare).unwrap();
    every_tool_says(&Desk::at(&bare), &["bare repository", "git worktree add"]);
    // A work tree of it works.
    let git = git2::Repository::open(&bare).unwrap();
    let tree = scene.beside("of-bare");
    git.worktree("of-bare", &tree, None).unwrap();
    let opened = Desk::at(&tree).review(task());
    assert_eq!(files(&opened), ["src/cart.js"]);
}

#[test]
fn kind_11_an_empty_repository() {
    let scene = Scene::new();
    scene.write(PLAN, plan_scene::plan());
    scene.write(config().0, config().1);
    let desk = Desk::at(scene.root());
    let why = desk.refused("review_task", task());
    assert!(why.contains("branch main has no commit yet") && why.contains("commit"), "{why}");
    let status = desk.ok("loop_status", json!({}));
    assert!(status.get("loops").is_none_or(|l| l == &json!([])), "{status:#}");
    desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
    desk.ok("check_plan", json!({ "plan": PLAN }));
    // What is not committed yet can be reviewed where the protocol looks there, and what was reviewed be committed.
    scene.write("src/a.js", "a\n");
    let request =
        json!({ "id": "a", "title": "A", "criteria": "a", "files": ["src/a.js"], "protocol": "gsd" });
    let opened = desk.review(request);
    assert_eq!(files(&opened), ["src/a.js"]);
    scene.commit("feat: a", &[("src/a.js", "a\n")]);
    let done = desk.approve(&opened);
    assert!(!is_stale(&done), "committing moves nothing: {done:#}");
}

/// Makes a repository with the git program; nothing where that cannot.
fn made(scene: &Scene, name: &str, options: &[&str], test: &str) -> Option<std::path::PathBuf> {
    let path = scene.beside(name);
    let mut arguments = vec!["init", "-q"];
    arguments.extend(options);
    arguments.push(path.to_str().unwrap());
    if git(scene.root(), &arguments).is_none() {
        eprintln!("{test}: left out, git cannot make {options:?} here");
        return None;
    }
    Some(path)
}

#[test]
fn kind_12_a_sha256_repository() {
    let scene = Scene::new();
    let test = "kind_12_a_sha256_repository";
    if let Some(root) = made(&scene, "sha256", &["--object-format=sha256"], test) {
        every_tool_says(&Desk::at(&root), &["sha256", "SHA-1"]);
    }
}

#[test]
fn kind_13_a_reftable_repository() {
    let scene = Scene::new();
    let test = "kind_13_a_reftable_repository";
    if let Some(root) = made(&scene, "reftable", &["--ref-format=reftable"], test) {
        every_tool_says(&Desk::at(&root), &["refstorage", "git clone --ref-format=files"]);
    }
}

#[test]
fn kind_14_a_repository_of_another_owner() {
    let scene = plan_scene::with_task_one();
    let root = scene.root().to_owned();
    let give = |path: &Path| std::os::unix::fs::lchown(path, Some(54_321), Some(54_321));
    if give(&root.join(".git")).and_then(|()| give(&root)).is_err() {
        eprintln!("kind_14_a_repository_of_another_owner: left out, only root can give files away");
        return;
    }
    every_tool_says(&Desk::at(&root), &["belongs to another user", "safe.directory"]);
}

#[test]
fn outside_a_repository_every_call_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    every_tool_says(&Desk::at(folder.path()), &["no git repository", "git init"]);
    // The server starts there, lists its tools and reads a text.
    let mut client = Client::start(folder.path(), Era::Stateless);
    let listed = client.request("tools/list", json!({}));
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 9);
    let refused = client.call("review_task", task());
    assert!(refused.is_error && refused.text.contains("git init"), "{}", refused.text);
    let read = client.call("parse_verdict", json!({ "text": "VERDICT: approve\nFINDINGS:\n- (none)\n" }));
    assert_eq!(read.structured["verdict"], "approved");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn a_monorepo_with_several_planning_folders_is_asked_which() {
    let scene = Scene::new();
    let text = plan_scene::plan();
    let shop = "apps/shop/.planning/phases/01-cart/01-01-PLAN.md";
    let admin = "apps/admin/.planning/phases/01-cart/01-01-PLAN.md";
    let shop_text = text.replace("src/", "apps/shop/src/");
    let admin_text = text.replace("src/", "apps/admin/src/");
    scene.commit(
        "docs: plans",
        &[
            (shop, &shop_text),
            (admin, &admin_text),
            ("apps/shop/.planning/config.json", "{\"version\": 1}\n"),
            ("apps/admin/.planning/config.json", "{}\n"),
            ("apps/shop/src/cart.js", "old\n"),
        ],
    );
    scene.commit("feat(01-01): task 1 sum", &[("apps/shop/src/cart.js", CART)]);
    let desk = Desk::at(scene.root());
    for tool in ["verify_phase", "loop_status"] {
        let why = desk.refused(tool, json!({ "phase": "1" }));
        for held in ["apps/shop/.planning/phases/01-cart", "apps/admin/.planning/phases/01-cart", "phase"] {
            assert!(why.contains(held), "{tool}: {held} in {why}");
        }
    }
    // Its path names one.
    let phase = "apps/shop/.planning/phases/01-cart";
    desk.ok("verify_phase", json!({ "phase": phase, "partial": true }));
    // The plan's own folder tells the system, each by itself; and one's work is not the other's.
    let opened = desk.review(json!({ "plan": shop, "task": "1" }));
    assert_eq!(opened["next"]["agent"], "mz-reviewer", "{opened:#}");
    assert_eq!(files(&opened), ["apps/shop/src/cart.js"]);
    let why = desk.refused("review_task", json!({ "plan": admin, "task": "1", "protocol": "megazord" }));
    assert!(why.contains("apps/admin/src/cart.js"), "{why}");
}

#[test]
fn scope_stands_in_answer_brief_and_report() {
    let scene = plan_scene::with_task_one();
    let plan =
        plan_scene::plan().replace("<files>src/cart.js</files>", "<files>src/cart.js, src/never.js</files>");
    scene.reset(&scene.open().resolve("head", "HEAD~1").unwrap());
    scene.amend("docs: plan the cart", &[Edit::Write(PLAN, plan.as_bytes())]);
    scene.commit(
        FIRST,
        &[("src/cart.js", CART), ("src/extra`x.js", "more\n"), (".planning/STATE.md", "# now\n")],
    );
    let desk = Desk::at(scene.root());
    let opened = desk.review(task());
    assert_eq!(
        opened["range"]["outside"],
        json!(["src/extra`x.js"]),
        "book-keeping is no scope creep: {opened:#}"
    );
    assert_eq!(opened["range"]["untouched"], json!(["src/never.js"]));
    let brief = opened["brief"].as_str().unwrap();
    assert!(
        brief.contains("Changed, not listed: src/extra`x.js\nListed, not changed: src/never.js"),
        "{brief}"
    );
    let done = desk.approve(&opened);
    let report = std::fs::read_to_string(scene.root().join(done["reports"][0].as_str().unwrap())).unwrap();
    assert!(report.contains("## Scope") && report.contains("Listed, not changed: src/never.js"), "{report}");
}

/// A partial clone is not damaged, and one command completes it.
#[test]
fn a_partial_clone_says_how_it_is_completed() {
    if !crate::git_cli::there("a_partial_clone_says_how_it_is_completed") {
        return;
    }
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/cart.js", "a\n")]);
    scene.commit("feat: CART-7 sum", &[("src/cart.js", "b\n")]);
    scene.commit("chore: else", &[("src/cart.js", "c\n")]);
    let git = |folder: &std::path::Path, arguments: &[&str]| crate::git_cli::git(folder, arguments);
    git(scene.root(), &["config", "uploadpack.allowFilter", "true"]).unwrap();
    git(scene.root(), &["config", "uploadpack.allowAnySHA1InWant", "true"]).unwrap();
    let (from, to) = (format!("file://{}", scene.root().display()), scene.beside("partial"));
    let clone = ["clone", "-q", "--filter=blob:none", &from, to.to_str().unwrap()];
    assert!(git(scene.root(), &clone).is_some());
    let desk = Desk::at(&to);
    let request = json!({ "id": "CART-7", "title": "Sum", "criteria": "It sums." });
    let why = desk.call("review_task", request.clone()).unwrap_err();
    assert!(why.contains("`git fetch --refetch --no-filter`") && !why.contains("fsck"), "{why}");
    assert!(git(&to, &["fetch", "-q", "--refetch", "--no-filter"]).is_some());
    let opened = desk.review(request);
    assert_eq!(opened["range"]["insertions"], 1, "{opened:#}");
}
