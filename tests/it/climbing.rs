//! Names that lead out of the repository, in every field that names a file: nothing outside is read, written or made
//! (SPEC 13.6). What tells is a canary's text, and that the folders beside the repository stay as they are.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::plan_scene::{self, PLAN};
use crate::scene::Scene;

/// What stands only outside of the repository, or in git's own folder.
const CANARY: &str = "Canary-q81z-of-the-neighbour";
const PLANTED: &str = ".planning/phases/01-cart";

/// A repository with links of every kind, beside a folder with a canary.
fn scene() -> Scene {
    let scene = plan_scene::with_task_one();
    let outside = scene.beside("outside");
    fs::create_dir_all(outside.join("deep")).unwrap();
    // A plan, a review and code at once: whoever reads it has something to show.
    let plan = plan_scene::plan().replace("Cart totals", CANARY).replace("Sum the cart", CANARY);
    fs::write(outside.join("01-01-PLAN.md"), &plan).unwrap();
    fs::write(outside.join("secret.md"), format!("# {CANARY}\n\nVERDICT: PASS {CANARY}\n")).unwrap();
    fs::write(outside.join("deep/secret.js"), format!("export const total = '{CANARY}';\n")).unwrap();
    let root = scene.root();
    symlink(&outside, root.join("linked")).unwrap();
    symlink("linked", root.join("twice")).unwrap();
    symlink(outside.join("secret.md"), root.join("file.md")).unwrap();
    symlink("../outside/01-01-PLAN.md", root.join("plan.md")).unwrap();
    symlink("/proc/self/environ", root.join("environ")).unwrap();
    symlink("loop", root.join("loop")).unwrap();
    symlink(".git/canary", root.join("notes.md")).unwrap();
    symlink(".git", root.join("store")).unwrap();
    symlink("../../../../outside/01-01-PLAN.md", root.join(PLANTED).join("01-09-PLAN.md")).unwrap();
    fs::write(root.join(".git/canary"), CANARY).unwrap();
    scene
}

/// Names as an attacker writes them; `OUT` is the absolute path of the folder outside.
const NAMES: &[&str] = &[
    "../outside/01-01-PLAN.md",
    "../outside/secret.md",
    "./../outside/secret.md",
    "src/../../outside/secret.md",
    "src/../src/../../outside/secret.md",
    "src/cart.js/../../../outside/secret.md",
    "src//..//..//outside//secret.md",
    "..//outside/secret.md",
    "OUT/secret.md",
    "OUT/01-01-PLAN.md",
    "OUT/../outside/secret.md",
    "/OUT/secret.md",
    "linked/secret.md",
    "linked/01-01-PLAN.md",
    "linked/deep/secret.js",
    "linked/../outside/secret.md",
    "linked",
    "twice/secret.md",
    "twice/deep/../secret.md",
    "file.md",
    "plan.md",
    ".planning/phases/01-cart/01-09-PLAN.md",
    "environ",
    "notes.md",
    "store/canary",
    "loop",
    "loop/secret.md",
    ".git/canary",
    ".git/config",
    ".GIT/canary",
    ".Git/canary",
    ".git./canary",
    ".git /canary",
    "src/../.git/canary",
    "./.git/canary",
    ".git/../.git/canary",
    "/etc/passwd",
    "//etc/passwd",
    "/proc/self/environ",
    "/proc/1/cwd/etc/passwd",
    "/proc/self/cwd/../outside/secret.md",
    "/dev/stdin",
    "/dev/fd/0",
    "~/secret.md",
    "$HOME/secret.md",
    "file:///etc/passwd",
    "file://OUT/secret.md",
    "%2e%2e/outside/secret.md",
    "%2e%2e%2foutside%2fsecret.md",
    "..%2foutside%2fsecret.md",
    "..\\outside\\secret.md",
    "..\\/outside/secret.md",
    "\\\\?\\OUT\\secret.md",
    "C:\\outside\\secret.md",
    "C:../outside/secret.md",
    "\u{ff0e}\u{ff0e}/outside/secret.md",
    "\u{2025}/outside/secret.md",
    ".\u{200b}./outside/secret.md",
    "..\u{2044}outside\u{2044}secret.md",
    "../outside/secret.md\0.md",
    "src/cart.js\0../outside/secret.md",
    "src/cart.js\n../outside/secret.md",
    "src/cart.js.",
    "src/cart.js ",
    " ../outside/secret.md",
    "src/cart.js/",
    "SRC/CART.JS",
    "src/\u{202e}sj.trac",
    "cafe\u{301}.md",
    "CON",
    "aux.md",
    "com1.txt",
    "nul",
    "src/cart.js:stream",
    "-rf",
    "--output=../outside/made.md",
    "--upload-pack=touch",
    ":(top)../outside/secret.md",
    ":(exclude)src",
    ":/",
    "HEAD:../outside/secret.md",
    "HEAD:linked",
    "@{-1}",
    "refs/../../canary",
    "*",
    "../*",
    "../outside/*.md",
    "{src,../outside}/secret.md",
    "[.][.]/outside/secret.md",
    ".",
    "..",
    "/",
    "...",
    "....//outside/secret.md",
];

/// One field that names a file, as a call that carries the name.
struct Field {
    what: &'static str,
    tool: &'static str,
    call: fn(&str, &Opened) -> Value,
}

/// A loop that waits, for calls that need one.
struct Opened {
    loop_id: String,
    code: String,
    item: String,
}

const FIELDS: &[Field] = &[
    Field { what: "plan", tool: "review_task", call: |n, _| json!({ "plan": n, "task": "1" }) },
    Field {
        what: "plan as a document",
        tool: "review_task",
        call: |n, _| json!({ "plan": n, "of": "document" }),
    },
    Field { what: "artifact", tool: "review_task", call: |n, _| json!({ "artifact": n }) },
    Field {
        what: "files",
        tool: "review_task",
        call: |n, _| json!({ "id": "c", "title": "t", "criteria": "it holds", "files": [n], "base": "HEAD~1" }),
    },
    Field {
        what: "context[].path",
        tool: "review_task",
        call: |n, _| json!({ "id": "d", "title": "t", "criteria": "it holds", "base": "HEAD~1", "context": [{ "title": "x", "path": n }] }),
    },
    Field { what: "worktree", tool: "loop_status", call: |n, _| json!({ "worktree": n }) },
    Field {
        what: "base",
        tool: "review_task",
        call: |n, _| json!({ "id": "e", "title": "t", "criteria": "it holds", "base": n }),
    },
    Field { what: "plan to check", tool: "check_plan", call: |n, _| json!({ "plan": n }) },
    Field { what: "plan of a status", tool: "loop_status", call: |n, _| json!({ "plan": n, "task": "1" }) },
    Field { what: "artifact of a status", tool: "loop_status", call: |n, _| json!({ "artifact": n }) },
    Field { what: "phase of a status", tool: "loop_status", call: |n, _| json!({ "phase": n }) },
    Field { what: "phase", tool: "verify_phase", call: |n, _| json!({ "phase": n, "partial": true }) },
    Field {
        what: "evidence",
        tool: "verify_phase",
        call: |n, o| json!({ "phase": "1", "partial": true, "judgements": [{ "item_id": o.item, "status": "verified", "evidence": [{ "file": n, "line": 1, "text": CANARY }] }] }),
    },
    Field {
        what: "place of a finding",
        tool: "record_findings",
        call: |n, o| json!({ "loop_id": o.loop_id, "countersign": o.code, "findings": [{ "title": "x", "severity": "critical", "file": n, "line": 1, "description": "wrong" }], "verdict": "changes_requested" }),
    },
    Field {
        what: "closed_when",
        tool: "record_findings",
        call: |n, o| json!({ "loop_id": o.loop_id, "countersign": o.code, "findings": [{ "title": "x", "severity": "critical", "file": "src/cart.js", "description": "wrong", "closed_when": format!("{n} contains {CANARY}") }], "verdict": "changes_requested" }),
    },
];

/// Everything in a folder with its content, links as where they lead.
fn state(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            let kind = entry.file_type().unwrap();
            let content = if kind.is_dir() {
                folders.push(path.clone());
                b"folder".to_vec()
            } else if kind.is_symlink() {
                fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path, content);
        }
    }
    found
}

fn beside(scene: &Scene) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = state(scene.root().parent().unwrap());
    all.retain(|path, _| !path.starts_with(scene.root()));
    all
}

#[test]
fn no_name_leads_out_of_the_repository() {
    let scene = scene();
    let outside = scene.beside("outside");
    let desk = Desk::at(scene.root());
    let opened = desk.review(json!({ "plan": PLAN, "task": "1" }));
    let verified = desk.ok("verify_phase", json!({ "phase": "1", "partial": true }));
    let items = verified["items"].as_array().unwrap();
    let truth = items.iter().find(|i| i["kind"] == "truth").unwrap();
    let opened = Opened {
        loop_id: opened["loop_id"].as_str().unwrap().to_owned(),
        code: opened["countersign"].as_str().unwrap().to_owned(),
        item: truth["id"].as_str().unwrap().to_owned(),
    };
    let before = beside(&scene);
    let git = fs::read(scene.root().join(".git/config")).unwrap();
    let mut rows = 0;
    for field in FIELDS {
        for name in NAMES {
            let name = name.replace("OUT", outside.to_str().unwrap());
            let answer = match desk.call(field.tool, (field.call)(&name, &opened)) {
                Ok(answer) => answer.to_string(),
                Err(refusal) => refusal,
            };
            // What was given itself may be told again.
            let told = answer
                .replace(&format!("contains {CANARY}"), "")
                .replace(&format!("\"text\":\"{CANARY}\""), "");
            assert!(!told.contains(CANARY), "{} of {name:?} shows what lies outside: {answer}", field.what);
            for foreign in ["root:x:0", "[core]", "PATH="] {
                assert!(!told.contains(foreign), "{} of {name:?} shows {foreign}: {answer}", field.what);
            }
            rows += 1;
        }
        assert_eq!(beside(&scene), before, "{} made or changed something outside", field.what);
    }
    assert!(rows >= 300, "{rows} rows");
    assert_eq!(fs::read(scene.root().join(".git/config")).unwrap(), git);
    assert_eq!(fs::read_to_string(scene.root().join(".git/canary")).unwrap(), CANARY);
}

#[test]
fn no_document_leads_out_of_the_repository() {
    // The same names where documents of the repository name files: tasks, promises, links, paths of reports.
    for name in NAMES {
        let scene = scene();
        let name = name.replace("OUT", scene.beside("outside").to_str().unwrap());
        let quoted = serde_json::to_string(&name).unwrap();
        let plan = plan_scene::plan()
            .replace("- path: src/cart.js", &format!("- path: {quoted}"))
            .replace("contains: \"discount\"", &format!("contains: \"{CANARY}\""))
            .replace("- from: src/checkout.js", &format!("- from: {quoted}"))
            .replace(
                "<files>src/cart.js</files>",
                &format!("<files>{}</files>", name.replace(['<', '>'], "")),
            );
        scene.write(PLAN, plan);
        let there = beside(&scene);
        let desk = Desk::at(scene.root());
        let mut answers = vec![desk.call("check_plan", json!({ "plan": PLAN }))];
        answers.push(desk.call("verify_phase", json!({ "phase": "1", "partial": true })));
        let opened = desk.call("review_task", json!({ "plan": PLAN, "task": "1" }));
        if let Ok(opened) = &opened
            && opened["countersign"].is_string()
        {
            let text = plan_scene::review("1", "passed", plan_scene::NOTHING, plan_scene::NOTHING);
            let given =
                json!({ "loop_id": opened["loop_id"], "countersign": opened["countersign"], "text": text });
            answers.push(desk.call("record_findings", given));
        }
        answers.push(opened);
        for answer in answers {
            let told = match answer {
                Ok(answer) => answer.to_string(),
                Err(refusal) => refusal,
            };
            // The plan itself asks for the text.
            let shown = told.contains(&format!("# {CANARY}")) || told.contains(&format!("'{CANARY}'"));
            assert!(!shown, "{name:?} shows what lies outside: {told}");
            assert!(!told.contains("root:x:0"), "{name:?}: {told}");
        }
        let items = desk.call("verify_phase", json!({ "phase": "1", "partial": true }));
        if let Ok(items) = items {
            let artifact = items["items"].as_array().unwrap().iter().find(|i| i["kind"] == "artifact");
            let fulfilled = artifact.is_some_and(|a| a["status"] == "verified");
            assert!(!fulfilled, "{name:?} fulfils a promise from outside: {artifact:?}");
        }
        scene.write("countersign.toml", format!("[paths]\nplanning = {quoted}\n"));
        for (tool, call) in
            [("verify_phase", json!({ "phase": "1" })), ("loop_status", json!({ "phase": "1" }))]
        {
            let told = desk.call(tool, call).map_or_else(|e| e, |a| a.to_string());
            assert!(!told.contains(&format!("# {CANARY}")) && !told.contains("root:x:0"), "{name:?}: {told}");
        }
        assert_eq!(beside(&scene), there, "{name:?} made or changed something outside");
        assert_eq!(fs::read_to_string(scene.root().join(".git/canary")).unwrap(), CANARY);
    }
}
