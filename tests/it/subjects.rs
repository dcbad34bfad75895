//! Every protocol's subjects through the real server: first review, changes, re-review, approval; and what that
//! leaves of the repository: everything, as it was.

#![allow(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::{Answer, Client, Era};
use crate::scene::{Edit, Scene};

fn ok(answer: Answer) -> Value {
    assert!(!answer.is_error, "refused: {}", answer.text);
    answer.structured
}

fn refused(answer: Answer) -> String {
    assert!(answer.is_error, "not refused: {}", answer.structured);
    answer.text
}

fn server(scene: &Scene) -> Client {
    Client::start(scene.root(), Era::Stateless)
}

/// Makes the call that `next` names, with what is to be filled in.
fn follow(client: &mut Client, answer: &Value, fill: Value) -> Value {
    let next = &answer["next"];
    let mut arguments = next["call"]["arguments"].clone();
    for (key, value) in fill.as_object().unwrap() {
        arguments[key] = value.clone();
    }
    ok(client.call(next["call"]["tool"].as_str().unwrap(), arguments))
}

fn say(client: &mut Client, opened: &Value, text: &str) -> Value {
    assert_eq!(opened["next"]["action"], "review", "{opened:#}");
    follow(client, opened, json!({ "text": text, "reviewer": "the reviewer" }))
}

fn codes(answer: &Value) -> Vec<&str> {
    answer["remarks"].as_array().into_iter().flatten().map(|r| r["code"].as_str().unwrap()).collect()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    assert!(value[key].is_string(), "no {key} in {value:#}");
    value[key].as_str().unwrap()
}

/// Every file below a folder with its bytes and the time it was written.
fn everything(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, std::time::SystemTime)> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let meta = path.symlink_metadata().unwrap();
            if meta.is_dir() {
                open.push(path);
            } else if meta.is_file() {
                found.insert(path.clone(), (std::fs::read(&path).unwrap(), meta.modified().unwrap()));
            }
        }
    }
    found
}

/// What no call of ours may change: the work tree, the index, HEAD and every reference.
fn untouchable(scene: &Scene) -> BTreeMap<PathBuf, (Vec<u8>, std::time::SystemTime)> {
    let git = scene.root().join(".git");
    let mut all = everything(scene.root());
    all.retain(|path, _| {
        !path.starts_with(git.join("objects"))
            && !path.starts_with(git.join("countersign"))
            && !path.components().any(|c| c.as_os_str() == ".countersign")
    });
    all
}

fn objects(scene: &Scene) -> BTreeSet<PathBuf> {
    everything(&scene.root().join(".git/objects")).into_keys().collect()
}

/// Removes the objects that were not there before, as a `git prune` does with what no reference names.
fn prune(scene: &Scene, before: &BTreeSet<PathBuf>) {
    let now = objects(scene);
    let new: Vec<_> = now.difference(before).collect();
    assert!(!new.is_empty(), "there is nothing to prune");
    for path in new {
        std::fs::remove_file(path).unwrap();
    }
}

const YOLO_PLAN: &str = "---\nphase: 01\nplan: 01-01\ntitle: Cart totals\nwave: 1\ndepends_on: []\nmust_haves:\n  truths:\n    - \"Totals honour discounts\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>src/cart.js, src/gone.js</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n";
const ROADMAP: &str = "# Roadmap\n\n### Phase 1: Cart\n**Goal**: A cart that adds up\n**Success Criteria**:\n  1. Discounts count\n";

/// A whole loop over a yolo plan that lies at `.yolo-planning/phases/01-cart/01-01-PLAN.md`.
fn plan_document(scene: &Scene) {
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    let before = untouchable(scene);
    let mut client = server(scene);
    let opened = ok(client.call("review_task", json!({ "plan": plan })));
    assert_eq!(untouchable(scene), before);
    assert_eq!(opened["range"]["files"], json!([plan]));
    let brief = text(&opened, "brief");
    for held in [
        "A cart that adds up",
        "Discounts count",
        "<action>Sum the cart.</action>",
        "src/cart.js: exists",
        "src/gone.js: missing",
        "VERDICT: approve|conditional|reject",
        "iteration 1 of 3",
    ] {
        assert!(brief.contains(held), "{held} in {brief}");
    }
    // The structural check found the path that is not there, and says so before the reviewer.
    assert_eq!(opened["precheck"]["verdict"], "conditional", "{opened:#}");
    assert!(brief.contains("Found before you"), "{brief}");
    // The same pass again, while nothing moves.
    let again = ok(client.call("review_task", json!({ "plan": plan, "of": "document" })));
    assert_eq!(again["countersign"], opened["countersign"]);

    let rejected = say(
        &mut client,
        &opened,
        &format!(
            "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:high] [file:{plan}] issue: No task honours the discount | suggestion: Add one\n"
        ),
    );
    assert_eq!(rejected["next"]["action"], "revise", "{rejected:#}");
    assert_eq!(rejected["next"]["files"], json!([plan]));
    let brief = text(&rejected["next"], "brief");
    assert!(
        brief.contains("No task honours the discount") && brief.contains("A cart that adds up"),
        "{brief}"
    );

    let revised = YOLO_PLAN.replace("Sum the cart.", "Sum the cart, less the discount.");
    scene.write(plan, revised.replace(", src/gone.js", ""));
    let second = follow(&mut client, &rejected, json!({}));
    assert_eq!(second["pass"], 2);
    let brief = text(&second, "brief");
    assert!(brief.contains("+  <action>Sum the cart, less the discount.</action>"), "{brief}");
    let done = say(
        &mut client,
        &second,
        "VERDICT: approve\nCYCLE: 2/3\nRESOLVED: 1\nPERSISTENT: 0\nNEW: 0\nFINDINGS:\n- (none)\n\n### Resolved\n- F2: the action says so now\n",
    );
    assert_eq!(done["next"]["action"], "proceed", "{done:#}");
    assert_eq!(done["next"]["outcome"], "approved");
    let status = ok(client.call("loop_status", json!({ "plan": plan, "of": "document" })));
    assert_eq!(status["next"]["outcome"], "approved");
    // Nothing changed: the outcome again.
    let closed = ok(client.call("review_task", json!({ "plan": plan })));
    assert_eq!(closed["loop_id"], opened["loop_id"]);
}

#[test]
fn yolo_reviews_a_plan_that_git_tracks() {
    let scene = Scene::new();
    scene.commit(
        "docs: plan",
        &[
            (".yolo-planning/phases/01-cart/01-01-PLAN.md", YOLO_PLAN),
            (".yolo-planning/ROADMAP.md", ROADMAP),
            ("src/cart.js", "export {}\n"),
        ],
    );
    plan_document(&scene);
}

#[test]
fn yolo_reviews_a_plan_that_git_ignores() {
    let scene = Scene::new();
    scene.commit("chore: start", &[(".gitignore", ".yolo-planning/\n"), ("src/cart.js", "export {}\n")]);
    scene.write(".yolo-planning/phases/01-cart/01-01-PLAN.md", YOLO_PLAN);
    scene.write(".yolo-planning/ROADMAP.md", ROADMAP);
    plan_document(&scene);
}

#[test]
fn a_plan_that_is_none_fails_before_its_reviewer() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    scene.write(plan, "# Nothing yet\n");
    let mut client = server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": plan })));
    assert_eq!(opened["precheck"]["verdict"], "reject", "{opened:#}");
    assert_eq!(opened["next"]["action"], "revise");
    assert_eq!(opened["pass"], 1);
    assert!(opened.get("countersign").is_none_or(Value::is_null), "no reviewer is asked");
    for _ in 0..4 {
        // The same document is the same refusal: a call that is sent again burns no cycle.
        let again = ok(client.call("review_task", json!({ "plan": plan })));
        assert_eq!((&again["pass"], &again["next"]["action"]), (&json!(1), &json!("revise")), "{again:#}");
        assert_eq!(again["next"]["turn"], opened["next"]["turn"], "nothing is written");
        assert_eq!(again["precheck"], opened["precheck"]);
    }
    scene.write(plan, YOLO_PLAN.replace(", src/gone.js", ""));
    scene.write("src/cart.js", "export {}\n");
    let second = follow(&mut client, &opened, json!({}));
    assert_eq!(second["pass"], 2, "the check counted as a cycle");
    let done = say(&mut client, &second, "VERDICT: approve\nFINDINGS:\n- (none)\n");
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
}

/// Whoever names the loop has its answer: a document that its check refuses and nobody changes is looked at again,
/// counted, and comes to the limit (SPEC 6.7).
#[test]
fn an_unchanged_plan_that_is_none_comes_to_its_limit() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    scene.write(plan, "# Nothing yet\n");
    let mut client = server(&scene);
    let mut last = ok(client.call("review_task", json!({ "plan": plan })));
    for pass in [2, 3] {
        assert_eq!(last["next"]["action"], "revise", "{last:#}");
        last = follow(&mut client, &last, json!({}));
        assert_eq!(last["pass"], pass, "{last:#}");
    }
    assert_eq!(
        (&last["next"]["action"], &last["next"]["outcome"]),
        (&json!("stop"), &json!("failed")),
        "{last:#}"
    );
    // Nobody can read it still; what it stopped stays stopped, and its own next call says so.
    let phase = follow(&mut client, &last, json!({}));
    assert_eq!(
        (&phase["next"]["action"], &phase["gate"]["open"]),
        (&json!("stop"), &json!(false)),
        "{phase:#}"
    );
}

/// One plan that nobody can read closes the gate of its phase, and the other plans' calls go on.
#[test]
fn a_plan_that_cannot_be_read_stops_no_other() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    scene.write(plan, YOLO_PLAN.replace(", src/gone.js", ""));
    scene.write("src/cart.js", "export {}\n");
    let broken = plan.replace("01-01", "01-02");
    scene.write(&broken, "---\nphase: 01\nplan: 02\n--- draft\n\nnotes for later\n");
    let mut client = server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": plan })));
    let done = say(&mut client, &opened, "VERDICT: approve\nFINDINGS:\n- (none)\n");
    let phase = follow(&mut client, &done, json!({}));
    let reasons = phase["gate"]["reasons"].to_string();
    assert_eq!(phase["gate"]["open"], false, "{phase:#}");
    assert!(reasons.contains("01-02-PLAN.md cannot be read"), "{reasons}");
    assert_eq!(phase["next"]["call"]["tool"], "check_plan", "{phase:#}");
    assert_eq!(follow(&mut client, &phase, json!({}))["verdict"], "reject");
}

/// What a failed sibling stopped is not approved again (SPEC 4, yolo).
#[test]
fn an_approved_sibling_is_not_let_through_in_a_stopped_phase() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    let sibling = plan.replace("01-01", "01-02");
    scene.write(plan, "# Nothing yet\n");
    scene.write(&sibling, YOLO_PLAN.replace(", src/gone.js", "").replace("plan: 01", "plan: 02"));
    scene.write("src/cart.js", "export {}\n");
    scene.write(".yolo-planning/config.json", "{\"review_max_cycles\": 1}");
    let mut client = server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": sibling })));
    let done = say(&mut client, &opened, "VERDICT: approve\nFINDINGS:\n- (none)\n");
    assert_eq!(done["next"]["action"], "proceed", "{done:#}");
    let failed = ok(client.call("review_task", json!({ "plan": plan })));
    assert_eq!(failed["next"]["outcome"], "failed", "{failed:#}");
    let why = refused(client.call("review_task", json!({ "plan": sibling })));
    assert!(why.contains("stops its phase") && why.contains("decide"), "{why}");
}

#[test]
fn yolo_is_switched_by_its_own_configuration() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    scene.write(plan, YOLO_PLAN);
    let config = |text: &str| scene.write(".yolo-planning/config.json", text);
    let mut client = server(&scene);
    config("{\"review_gate\": \"on_request\", \"review_max_cycles\": 2}");
    let off = ok(client.call("review_task", json!({ "plan": plan })));
    assert_eq!(off["next"]["outcome"], "review_disabled");
    let opened = ok(client.call("review_task", json!({ "plan": plan, "on_demand": true })));
    assert_eq!(opened["max_passes"], 2, "also before the first commit: {opened:#}");
    config("{\"review_gate\": \"sometimes\"}");
    let why = refused(client.call("review_task", json!({ "plan": plan.replace("01-01", "01-02") })));
    assert!(why.contains("plan"), "{why}");
    scene.write(&plan.replace("01-01", "01-02"), YOLO_PLAN);
    let why = refused(client.call("review_task", json!({ "plan": plan.replace("01-01", "01-02") })));
    assert!(why.contains("review_gate") && why.contains(".yolo-planning/config.json"), "{why}");
}

#[test]
fn a_phase_that_was_stopped_has_no_open_gate() {
    let scene = Scene::new();
    let plan = ".yolo-planning/phases/01-cart/01-01-PLAN.md";
    scene.write(plan, YOLO_PLAN.replace(", src/gone.js", ""));
    scene.write("src/cart.js", "export {}\n");
    scene.write(".yolo-planning/config.json", "{\"review_gate\": \"on_request\", \"review_max_cycles\": 1}");
    let mut client = server(&scene);
    let opened = ok(client.call("review_task", json!({ "plan": plan, "on_demand": true })));
    // Nothing blocks by its severity; the verdict does.
    let failed = say(
        &mut client,
        &opened,
        &format!(
            "VERDICT: reject\nFINDINGS:\n- [id:f-001] [severity:medium] [file:{plan}] issue: The tasks overlap | suggestion: Part them\n"
        ),
    );
    assert_eq!(
        (&failed["next"]["action"], &failed["next"]["outcome"]),
        (&json!("stop"), &json!("failed")),
        "{failed:#}"
    );
    let phase = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(phase["next"]["action"], "stop", "{phase:#}");
    assert_eq!(phase["gate"]["open"], false, "{phase:#}");
    assert!(phase["gate"]["reasons"].to_string().contains("stops the whole phase"), "{phase:#}");
    // Another plan of the phase waits for it, and the refusal says for what.
    let other = plan.replace("01-01", "01-02");
    scene.write(&other, YOLO_PLAN.replace(", src/gone.js", "").replace("plan: 01", "plan: 02"));
    let why = refused(client.call("review_task", json!({ "plan": other, "on_demand": true })));
    assert!(why.contains("stops its phase") && why.contains("\"choice\":\"reopen\""), "{why}");
}

const CART: &str = "export function total(items, discount) {\n  let sum = 0;\n  for (const item of items) {\n    sum += item.price;\n  }\n  return sum;\n}\n";

/// A gsd project whose cart is worked on and not committed: staged, unstaged and new, and a foreign change beside.
fn gsd() -> Scene {
    let scene = Scene::new();
    scene.commit(
        "chore: start",
        &[
            (
                ".planning/config.json",
                "{\"execution_review\": {\"enabled\": true, \"max_retries\": 1, \"model\": \"opus\"}}\n",
            ),
            (".planning/phases/01-cart/01-01-PLAN.md", GSD_PLAN),
            ("src/cart.js", "export function total() {}\n"),
            ("src/staged.js", "old\n"),
            ("notes/other.txt", "theirs\n"),
        ],
    );
    scene.write("src/staged.js", "new\n");
    let mut index = scene.git.index().unwrap();
    index.add_path(Path::new("src/staged.js")).unwrap();
    index.write().unwrap();
    scene.write("src/cart.js", CART);
    scene.write("src/new.js", "export const rate = 1;\n");
    scene.write("notes/other.txt", "theirs, changed\n");
    scene
}

const GSD_PLAN: &str = "---\nphase: 01-cart\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [src/cart.js, src/staged.js, src/new.js]\nautonomous: true\nmust_haves:\n  truths:\n    - \"Totals honour discounts\"\n---\n\n<tasks>\n<task type=\"auto\">\n  <name>Task 1: Sum</name>\n  <files>src/cart.js</files>\n  <action>Sum the cart.</action>\n  <done>it sums</done>\n</task>\n</tasks>\n";

const NEEDS_FIX: &str = "## REVIEW: cart\n\n### Verdict: NEEDS_FIX\n\n### Findings\n\n#### Correctness\n- **Severity:** Critical\n- **File:Line:** src/cart.js:6\n- **Issue:** The discount is ignored.\n- **Fix:** Subtract it.\n";
const WARNS: &str = "## REVIEW: cart\n\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n| 1 | totals honour discounts | NOT_MET | no code found |\n\n### Verdict: NEEDS_FIX\n\n### Findings\n\nNone listed, see the table.\n";
const PASS: &str = "## REVIEW: cart (attempt 2)\n\n| # | Requirement | Status | Evidence |\n|---|---|---|---|\n| 1 | totals honour discounts | MET | src/cart.js:6 |\n\n**Scope Creep:** None\n\n### Verdict: PASS\n\n### Findings\n\nNone.\n\n### Resolved\n- F1: it is subtracted now\n";

fn change() -> Value {
    json!({
        "id": "cart", "title": "Sum the cart", "criteria": "totals honour discounts",
        "files": ["src/cart.js", "src/staged.js", "src/new.js"],
    })
}

/// Commits many files of long names that nobody has in the work tree, and leaves what is staged and changed as it is.
fn enlarge(scene: &Scene) {
    let head = scene.git.head().unwrap().peel_to_commit().unwrap();
    let blob = scene.git.blob(b"one of many\n").unwrap();
    let mut committed = git2::Index::new().unwrap();
    committed.read_tree(&head.tree().unwrap()).unwrap();
    let mut index = scene.git.index().unwrap();
    let like = index.get_path(Path::new("src/cart.js"), 0).unwrap();
    let folder = "long/".repeat(40);
    for n in 0..17_000 {
        let path = format!("bulk/{folder}f{n:05}.txt").into_bytes();
        let entry = || git2::IndexEntry { id: blob, path: path.clone(), file_size: 0, ..same(&like) };
        committed.add(&entry()).unwrap();
        index.add(&entry()).unwrap();
    }
    let tree = committed.write_tree_to(&scene.git).unwrap();
    let tree = scene.git.find_tree(tree).unwrap();
    let sign = head.author();
    scene.git.commit(Some("HEAD"), &sign, &sign, "chore: many files", &tree, &[&head]).unwrap();
    index.write().unwrap();
}

fn same(entry: &git2::IndexEntry) -> git2::IndexEntry {
    git2::IndexEntry {
        ctime: entry.ctime,
        mtime: entry.mtime,
        dev: entry.dev,
        ino: entry.ino,
        mode: entry.mode,
        uid: entry.uid,
        gid: entry.gid,
        file_size: entry.file_size,
        id: entry.id,
        flags: 0,
        flags_extended: 0,
        path: entry.path.clone(),
    }
}

/// In a repository of many files, listed files are compared without git's index, and the same is found.
#[test]
fn what_is_not_committed_is_found_among_many_files() {
    let (few, many) = (gsd(), gsd());
    enlarge(&many);
    let index = std::fs::metadata(many.git.path().join("index")).unwrap().len();
    assert!(index > 4 << 20, "{index}");
    let opened = [&few, &many].map(|scene| {
        let mut client = server(scene);
        ok(client.call("review_task", change()))
    });
    assert_eq!(opened[0]["range"]["files"], opened[1]["range"]["files"]);
    let shown = opened.each_ref().map(|o| {
        let brief = text(o, "brief");
        let from = brief.find("diff --git").unwrap();
        brief[from..brief.rfind("+export const rate").unwrap()].to_owned()
    });
    assert_eq!(shown[0], shown[1]);

    // A folder, and files of which git ignores one, are found as well.
    many.write(".gitignore", "src/kept.js\n");
    many.write("src/kept.js", "ignored\n");
    for (id, files, found) in [
        ("folder", json!(["src"]), json!(["src/cart.js", "src/new.js", "src/staged.js"])),
        ("ignored", json!(["src/kept.js", "src/new.js"]), json!(["src/new.js"])),
    ] {
        let mut client = server(&many);
        let opened =
            ok(client.call("review_task", json!({"id": id, "title": id, "criteria": "x", "files": files})));
        assert_eq!(opened["range"]["files"], found, "{id}");
    }
}

#[test]
fn gsd_reviews_what_is_not_committed() {
    let scene = gsd();
    let before = untouchable(&scene);
    let git = objects(&scene);
    let mut client = server(&scene);
    let opened = ok(client.call("review_task", change()));
    assert_eq!(untouchable(&scene), before);
    assert_eq!(opened["max_passes"], 2);
    assert_eq!(opened["next"]["model"], "opus");
    assert_eq!(opened["range"]["files"], json!(["src/cart.js", "src/new.js", "src/staged.js"]));
    assert_eq!(opened["range"].get("commits"), None);
    let brief = text(&opened, "brief");
    for held in ["+  return sum;", "+export const rate = 1;", "-old", "+new", "### Verdict: PASS|"] {
        assert!(brief.contains(held), "{held} in {brief}");
    }
    assert!(!brief.contains("theirs"), "{brief}");
    // The reviewer may look at the very change with git.
    let head = git2::Oid::from_str(text(&opened["range"], "head")).unwrap();
    assert_eq!(scene.git.find_commit(head).unwrap().parent_count(), 1);

    let first = say(&mut client, &opened, WARNS);
    assert_eq!(first["next"]["action"], "fix", "{first:#}");
    assert_eq!(first["next"]["commit"], "none");
    assert_eq!(first["findings"][0]["requirement"], "totals honour discounts");

    // git forgets what no reference names; the store has not.
    prune(&scene, &git);
    scene.write("src/cart.js", CART.replace("return sum;", "return sum * (1 - discount);"));
    let second = follow(&mut client, &first, json!({}));
    assert_eq!(second["pass"], 2, "{second:#}");
    let brief = text(&second, "brief");
    assert!(brief.contains("What changed since the last review"), "{brief}");
    let done = say(&mut client, &second, PASS);
    assert_eq!(done["next"]["action"], "proceed", "{done:#}");
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    assert_eq!(done["next"]["files"], json!(["src/cart.js", "src/new.js", "src/staged.js"]));

    // Committing what was reviewed moves nothing.
    scene.edit(
        "feat: sum the cart",
        &[
            Edit::Write(
                "src/cart.js",
                CART.replace("return sum;", "return sum * (1 - discount);").as_bytes(),
            ),
            Edit::Write("src/new.js", b"export const rate = 1;\n"),
            Edit::Write("src/staged.js", b"new\n"),
        ],
    );
    let closed = ok(client.call("review_task", change()));
    assert_eq!(closed["loop_id"], opened["loop_id"]);
    assert_eq!(closed["next"]["outcome"], "approved");
}

#[test]
fn gsd_restores_and_does_it_again_after_a_critical() {
    let scene = gsd();
    let mut client = server(&scene);
    let opened = ok(client.call("review_task", change()));
    let first = say(&mut client, &opened, &NEEDS_FIX.replace("NEEDS_FIX", "CRITICAL"));
    assert_eq!(first["next"]["action"], "reexecute", "{first:#}");
    assert_eq!(first["next"]["files"], json!(["src/cart.js", "src/staged.js"]));
    assert_eq!(first["next"]["added"], json!(["src/new.js"]));
    let brief = text(&first["next"], "brief");
    for held in
        ["src/staged.js", "src/new.js", "Do not repeat", "The discount is ignored", "totals honour discounts"]
    {
        assert!(brief.contains(held), "{held} in {brief}");
    }
}

#[test]
fn gsd_reviews_the_execution_of_a_plan() {
    let scene = gsd();
    let mut client = server(&scene);
    let plan = ".planning/phases/01-cart/01-01-PLAN.md";
    let opened = ok(client.call("review_task", json!({ "plan": plan })));
    assert_eq!(opened["range"]["files"], json!(["src/cart.js", "src/new.js", "src/staged.js"]));
    assert!(text(&opened, "brief").contains("execution of a plan"));
    let first = say(&mut client, &opened, WARNS);
    assert_eq!(first["next"]["action"], "fix", "{first:#}");
    scene.write("src/cart.js", CART.replace("return sum;", "return sum * (1 - discount);"));
    // Part of it is committed meanwhile, under the plan's scope.
    scene.edit("feat(01-01): staged", &[Edit::Write("src/staged.js", b"new\n")]);
    let git = objects(&scene);
    let second = follow(&mut client, &first, json!({}));
    assert_eq!(second["range"]["files"], json!(["src/cart.js", "src/new.js", "src/staged.js"]));
    assert_eq!(second["range"]["commits"][0]["subject"], "feat(01-01): staged");
    let done = say(&mut client, &second, PASS);
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    // The gate asks what holds, and writes nothing for it, whatever git has forgotten.
    prune(&scene, &git);
    let kept = objects(&scene);
    let status = ok(client.call("loop_status", json!({ "phase": "1" })));
    assert_eq!(status["gate"]["open"], true, "{status:#}");
    assert_eq!(objects(&scene), kept);
    // Of the document gsd knows nothing: our own rules hold, unless somebody named gsd.
    let document = json!({ "plan": plan, "of": "document" });
    let mut named = document.clone();
    named["protocol"] = json!("gsd");
    let why = refused(client.call("review_task", named));
    assert!(why.contains("gsd does not review plans"), "{why}");
    let opened = ok(client.call("review_task", document));
    assert!(codes(&opened).contains(&"protocol_fallback"), "{opened:#}");
}

#[test]
fn a_clean_work_tree_is_said_to_be_clean() {
    let scene = Scene::new();
    scene.commit("chore: start", &[(".planning/config.json", "{}\n"), ("src/cart.js", CART)]);
    let mut client = server(&scene);
    let why = refused(client.call("review_task", change()));
    for held in ["work tree", "clean", "base", "chore: start"] {
        assert!(why.contains(held), "{held} in {why}");
    }
    scene.write("notes/other.txt", "theirs\n");
    let why = refused(client.call("review_task", change()));
    assert!(why.contains("notes/other.txt") && why.contains("src/cart.js"), "{why}");
    assert!(!scene.root().join(".git/countersign/rl").exists());
}

#[test]
fn links_modes_and_removals_are_pinned_as_they_are() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let scene = Scene::new();
    scene.commit(
        "chore: start",
        &[
            (".planning/config.json", "{}\n"),
            ("src/a.js", "a\n"),
            ("src/run.sh", "run\n"),
            ("src/old.js", "old\n"),
        ],
    );
    let outside = scene.beside("secret.txt");
    std::fs::write(&outside, "not yours\n").unwrap();
    std::fs::remove_file(scene.root().join("src/old.js")).unwrap();
    std::fs::remove_file(scene.root().join("src/a.js")).unwrap();
    symlink(&outside, scene.root().join("src/a.js")).unwrap();
    std::fs::set_permissions(scene.root().join("src/run.sh"), std::fs::Permissions::from_mode(0o755))
        .unwrap();
    scene.write("src/crlf.txt", "one\r\ntwo\r\n");
    scene.git.config().unwrap().set_bool("core.autocrlf", true).unwrap();
    let mut client = server(&scene);
    let opened = ok(client.call(
        "review_task",
        json!({ "id": "all", "title": "All", "criteria": "all of it", "protocol": "gsd" }),
    ));
    assert_eq!(opened["range"]["files"], json!(["src/a.js", "src/crlf.txt", "src/old.js", "src/run.sh"]));
    assert!(codes(&opened).contains(&"all_differing"), "{opened:#}");
    assert!(!text(&opened, "brief").contains("not yours"));
    let head = git2::Oid::from_str(text(&opened["range"], "head")).unwrap();
    let tree = scene.git.find_commit(head).unwrap().tree().unwrap();
    let entry = |path: &str| tree.get_path(Path::new(path)).unwrap();
    assert_eq!(entry("src/a.js").filemode(), 0o120_000);
    assert_eq!(entry("src/run.sh").filemode(), 0o100_755);
    assert!(tree.get_path(Path::new("src/old.js")).is_err());
    let bytes = scene.git.find_blob(entry("src/crlf.txt").id()).unwrap().content().to_vec();
    assert_eq!(bytes, b"one\ntwo\n", "line ends as git would commit them");
}

#[test]
fn an_object_store_that_cannot_be_written_is_said() {
    use std::os::unix::fs::PermissionsExt as _;
    let scene = gsd();
    let folder = scene.root().join(".git/objects");
    let close = |mode: u32| {
        for entry in std::fs::read_dir(&folder).unwrap() {
            std::fs::set_permissions(entry.unwrap().path(), std::fs::Permissions::from_mode(mode)).unwrap();
        }
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    close(0o555);
    // Whoever may write everywhere cannot be kept from it.
    if std::fs::write(folder.join("probe"), "").is_err() {
        let why = refused(server(&scene).call("review_task", change()));
        assert!(why.contains("objects") && why.contains("writable") && why.contains("base"), "{why}");
    }
    close(0o755);
}

/// A ralph spec with the given documents.
fn ralph(documents: &[(&str, &str)]) -> Scene {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.js", "a\n")]);
    scene.write(
        "specs/login/.progress.md",
        "# Progress\n\n## Original Goal\n\nPeople can log in.\n\n## Learnings\n",
    );
    for (name, text) in documents {
        scene.write(&format!("specs/login/{name}.md"), text);
    }
    scene
}

fn rows(kind: &str, iteration: u32, dimensions: &[&str], failing: Option<(&str, &str)>) -> String {
    let mut text = format!(
        "## Review: {kind} (Iteration {iteration})\n\n### Findings\n\n| # | Dimension | Status | Finding |\n|---|---|---|---|\n"
    );
    for (n, dimension) in dimensions.iter().enumerate() {
        let (status, finding) = match failing {
            Some((failed, why)) if failed == *dimension => ("FAIL", why),
            _ => ("PASS", "-"),
        };
        text.push_str(&format!("| {} | {dimension} | {status} | {finding} |\n", n + 1));
    }
    let signal = if failing.is_some() { "REVIEW_FAIL" } else { "REVIEW_PASS" };
    format!("{text}\n### Summary\n\nSo it is.\n\n### Feedback for Revision\n\n1. see above\n\n{signal}\n")
}

#[test]
fn ralph_reviews_the_documents_of_a_spec_in_their_order() {
    let scene = ralph(&[
        ("research", "# Research\n\nOAuth is there.\n"),
        ("requirements", "# Requirements\n\n- AC-1: log in\n"),
        ("design", "# Design\n\nOne door.\n"),
        ("tasks", "# Tasks\n\n- [ ] 1.1 build the door\n"),
    ]);
    let before = untouchable(&scene);
    let mut client = server(&scene);
    let documents = [
        ("research", Some("requirements"), "Grounding"),
        ("requirements", Some("design"), "Testability"),
        ("design", Some("tasks"), "Feasibility"),
        ("tasks", None, "Actionability"),
    ];
    for (name, after, dimension) in documents {
        let path = format!("specs/login/{name}.md");
        let opened = ok(client.call("review_task", json!({ "artifact": path })));
        let brief = text(&opened, "brief");
        assert!(brief.contains("People can log in.") && brief.contains(dimension), "{brief}");
        assert!(brief.contains(&format!("## Review: {name} (Iteration 1)")), "{brief}");
        assert!(brief.contains("OAuth is there."), "its own text, or what lies upstream: {brief}");
        assert_eq!(brief.contains("One door."), matches!(name, "design" | "tasks"), "{brief}");
        let done = say(&mut client, &opened, &rows(name, 1, &[dimension], None));
        assert_eq!(done["next"]["action"], "proceed", "{done:#}");
        assert_eq!(done["next"]["next"].as_str(), after, "{done:#}");
    }
    let now = untouchable(&scene);
    for (path, was) in &before {
        // The log of a spec may be written to; documents never.
        if path.file_name().is_some_and(|n| n != ".progress.md") {
            assert_eq!(now.get(path), Some(was), "{}", path.display());
        }
    }
}

#[test]
fn ralph_fails_an_empty_document_without_a_reviewer() {
    let scene = ralph(&[("research", "# Research\n"), ("design", "---\nspec: login\n---\n\n")]);
    let mut client = server(&scene);
    let path = "specs/login/design.md";
    let opened = ok(client.call("review_task", json!({ "artifact": path })));
    assert_eq!(opened["precheck"]["verdict"], "reject", "{opened:#}");
    assert_eq!(opened["precheck"]["findings"][0], "Artifact is empty. No content to review.");
    assert_eq!(opened["next"]["action"], "revise");
    assert_eq!(opened["next"]["agent"], "architect-reviewer");
    assert!(codes(&opened).contains(&"upstream_missing"), "{opened:#}");
    assert!(text(&opened["next"], "brief").contains("Artifact is empty"));
    scene.write(path, "# Design\n\nOne door.\n");
    let second = follow(&mut client, &opened, json!({}));
    assert_eq!(second["pass"], 2, "the check counted as an iteration");
    assert!(second.get("precheck").is_none_or(Value::is_null), "{second:#}");
    let done = say(&mut client, &second, &rows("design", 2, &["Completeness"], None));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    assert_eq!(done["next"]["next"], "tasks");
}

#[test]
fn ralph_reviews_a_revised_document_by_its_dimensions() {
    let scene = ralph(&[("research", "# Research\n\nOAuth is there.\n")]);
    let mut client = server(&scene);
    let path = "specs/login/research.md";
    let git = objects(&scene);
    let opened = ok(client.call("review_task", json!({ "artifact": path })));
    let failed = say(
        &mut client,
        &opened,
        &rows("research", 1, &["Completeness", "Grounding"], Some(("Grounding", "no source is named"))),
    );
    assert_eq!(failed["next"]["action"], "revise", "{failed:#}");
    prune(&scene, &git);
    scene.write(path, "# Research\n\nOAuth is there, says RFC 6749.\n");
    let second = follow(&mut client, &failed, json!({}));
    assert!(text(&second, "brief").contains("+OAuth is there, says RFC 6749."), "{second:#}");
    let passed = rows("research", 2, &["Completeness", "Grounding"], None)
        .replace("### Summary", "### Resolved\n- F1: the RFC is named\n\n### Summary");
    let done = say(&mut client, &second, &passed);
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    assert_eq!(done["next"]["next"], "requirements");
}

#[test]
fn ralph_reviews_a_task_only_on_demand() {
    let scene = ralph(&[(
        "tasks",
        "# Tasks\n\n### Task 1: Build the door\n\n**Files:** src/a.js\n\n**Acceptance criteria:**\n- it opens\n",
    )]);
    scene.commit("feat: build the door", &[("src/a.js", "a door\n")]);
    let mut client = server(&scene);
    let task = json!({ "plan": "specs/login/tasks.md", "task": "1", "base": "HEAD~1" });
    let off = ok(client.call("review_task", task.clone()));
    assert_eq!(off["next"]["outcome"], "review_disabled", "{off:#}");
    let mut asked = task;
    asked["on_demand"] = json!(true);
    let opened = ok(client.call("review_task", asked));
    let brief = text(&opened, "brief");
    assert!(brief.contains("No hallucinations") && brief.contains("+a door"), "{brief}");
    let names = ["Alignment", "Correctness", "Completeness", "No hallucinations"];
    let failed = say(
        &mut client,
        &opened,
        &rows("execution", 1, &names, Some(("Correctness", "src/a.js:1 never opens"))),
    );
    assert_eq!(failed["next"]["action"], "fix", "{failed:#}");
    scene.commit("fix(1): the door opens", &[("src/a.js", "an open door\n")]);
    let second = follow(&mut client, &failed, json!({}));
    let done = say(&mut client, &second, &rows("execution", 2, &names, None));
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
}

#[test]
fn bazinga_reviews_a_branch_against_main() {
    let scene = Scene::new();
    let start = scene.commit("chore: start", &[("bazinga/config.json", "{}\n"), ("src/cart.js", "old\n")]);
    scene.branch("group-a", &start);
    scene.commit("chore: main goes on", &[("src/main.js", "main\n")]);
    scene.switch("group-a");
    scene.commit("feat: sum the cart", &[("src/cart.js", CART)]);
    let request = json!({ "id": "A", "title": "Sum", "criteria": "totals honour discounts" });
    let mut client = server(&scene);
    let opened = ok(client.call("review_task", request.clone()));
    assert_eq!(opened["range"]["base"], start.to_string());
    assert_eq!(opened["range"]["files"], json!(["src/cart.js"]));
    assert!(codes(&opened).contains(&"merge_base"), "{opened:#}");
    let brief = text(&opened, "brief");
    assert!(brief.contains("Edge cases") && brief.contains("\"status\": \"APPROVED |"), "{brief}");
    let first = say(
        &mut client,
        &opened,
        "{\"status\": \"CHANGES_REQUESTED\", \"issues\": [{\"id\": \"TL-A-1-001\", \"severity\": \"HIGH\", \"blocking\": true, \"title\": \"The discount is ignored\", \"location\": \"src/cart.js:6\", \"problem\": \"plain sum\", \"fix\": \"subtract it\", \"why\": \"customers pay too much\"}]}",
    );
    assert_eq!(first["next"]["action"], "fix", "{first:#}");
    // Main goes on and is merged into the branch: what it brings is not the branch's.
    scene.merge("main", "Merge main");
    scene.git.checkout_head(Some(git2::build::CheckoutBuilder::new().force())).unwrap();
    scene.commit(
        "fix: the discount",
        &[("src/cart.js", &CART.replace("return sum;", "return sum * (1 - discount);"))],
    );
    let responded = follow(
        &mut client,
        &first,
        json!({ "responses": [{ "finding_id": first["findings"][0]["id"], "response": "fixed", "details": "subtracted" }] }),
    );
    let second = follow(&mut client, &responded, json!({}));
    assert_eq!(second["pass"], 2, "{second:#}");
    assert_eq!(second["range"]["files"], json!(["src/cart.js"]), "{second:#}");
    let done = say(&mut client, &second, "{\"status\": \"APPROVED\", \"issues\": []}");
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    // On main itself there is nothing to compare.
    scene.switch("main");
    let why = refused(client.call("review_task", request));
    assert!(why.contains("main holds everything") && why.contains("base"), "{why}");
}

/// Our own rules: no planning folder but a plain one.
#[test]
fn our_own_rules_take_every_subject() {
    let scene = Scene::new();
    let plan = "plans/01-01-PLAN.md";
    scene.commit(
        "docs: plan",
        &[(plan, YOLO_PLAN), ("src/cart.js", "old\n"), ("specs/x/design.md", "# Design\n\nOne door.\n")],
    );
    let mut client = server(&scene);
    let why = refused(client.call("review_task", json!({ "plan": plan })));
    assert!(why.contains("document") && why.contains("execution"), "{why}");
    for request in [json!({ "plan": plan, "of": "document" }), json!({ "artifact": "specs/x/design.md" })] {
        let opened = ok(client.call("review_task", request));
        assert!(text(&opened, "brief").contains("\"verdict\": \"approved |"));
        let done = say(&mut client, &opened, "{\"verdict\": \"approved\", \"findings\": []}");
        assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    }
    // A task: in the work tree while its files are dirty there, in its commits otherwise.
    scene.write("src/cart.js", CART);
    scene.write("notes.txt", "not of the task\n");
    let task = json!({ "plan": plan, "task": "1" });
    let opened = ok(client.call("review_task", task.clone()));
    assert_eq!(opened["range"]["files"], json!(["src/cart.js"]));
    assert_eq!(opened["range"].get("commits"), None);
    let first = say(
        &mut client,
        &opened,
        "{\"verdict\": \"changes_requested\", \"findings\": [{\"severity\": \"high\", \"stage\": \"quality\", \"title\": \"The discount is ignored\", \"file\": \"src/cart.js\", \"line\": 6, \"why\": \"customers pay too much\"}]}",
    );
    assert_eq!(first["next"]["action"], "fix", "{first:#}");
    let fixed = CART.replace("return sum;", "return sum * (1 - discount);");
    scene.edit("feat(01-01): task 1 sum the cart", &[Edit::Write("src/cart.js", fixed.as_bytes())]);
    let responded = follow(
        &mut client,
        &first,
        json!({ "responses": [{ "finding_id": "F1", "response": "fixed", "details": "subtracted" }] }),
    );
    let second = follow(&mut client, &responded, json!({}));
    assert_eq!(second["range"]["commits"][0]["subject"], "feat(01-01): task 1 sum the cart", "{second:#}");
    let done = say(&mut client, &second, "{\"verdict\": \"approved\", \"findings\": []}");
    assert_eq!(done["next"]["outcome"], "approved", "{done:#}");
    // Its execution, found in commits.
    let opened = ok(client.call("review_task", json!({ "plan": plan, "of": "execution" })));
    assert_eq!(opened["range"]["commits"][0]["subject"], "feat(01-01): task 1 sum the cart", "{opened:#}");
    // With a SUMMARY beside it a plan alone is its execution.
    scene.write("plans/01-01-SUMMARY.md", "# Done\n\nIt works.\n");
    let same = ok(client.call("review_task", json!({ "plan": plan })));
    assert_eq!(same["loop_id"], opened["loop_id"]);
}

#[test]
fn a_dirty_change_without_files_takes_all_that_differs() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("src/a.js", "a\n"), ("src/b.js", "b\n")]);
    scene.write("src/a.js", "aa\n");
    scene.write("src/new.js", "new\n");
    scene.write(".countersign/reviews/x.md", "ours\n");
    let mut client = server(&scene);
    let request = json!({ "id": "both", "title": "Both", "criteria": "both" });
    let opened = ok(client.call("review_task", request.clone()));
    assert_eq!(opened["range"]["files"], json!(["src/a.js", "src/new.js"]));
    let git = everything(&scene.root().join(".git"));
    // Reading where it stands writes no object.
    ok(client.call("loop_status", json!({ "id": "both" })));
    ok(client.call("review_task", request));
    let objects: Vec<PathBuf> =
        git.into_keys().filter(|p| p.to_string_lossy().contains("/objects/")).collect();
    assert_eq!(self::objects(&scene).into_iter().collect::<Vec<_>>(), objects);
}

#[test]
fn a_subject_is_named_in_one_way() {
    let scene = Scene::new();
    scene.commit("chore: start", &[("specs/x/design.md", "# Design\n")]);
    let mut client = server(&scene);
    for (request, field) in [
        (json!({ "artifact": "specs/x/design.md", "id": "x" }), "id"),
        (json!({ "of": "document" }), "of"),
        (json!({ "plan": "p.md", "task": "1", "of": "document" }), "of"),
        (json!({ "artifact": "specs/x/none.md" }), "artifact"),
        (json!({ "artifact": "../x.md" }), "artifact"),
        (json!({ "artifact": "specs/x/design.md", "base": "HEAD" }), "base"),
        (json!({ "artifact": "specs/x/design.md", "files": ["src"] }), "files"),
        (json!({ "artifact": "specs/x/design.md", "criteria": "c" }), "criteria"),
    ] {
        let why = refused(client.call("review_task", request.clone()));
        assert!(why.contains(field), "{request}: {why}");
    }
}
