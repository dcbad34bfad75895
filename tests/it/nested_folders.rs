//! Folders nested deeper than libgit2 goes: told as what it is, and no hint that leads nowhere (SPEC 13.5).

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::process::Command;

use serde_json::json;

use crate::desk::Desk;
use crate::scene::Scene;
use crate::wild_phases::{phase, verify};

const MUST_HAVES: &str = "must_haves:\n  artifacts:\n    - path: src/pay.js\n";
const FILES: [(&str, &str); 2] = [
    ("src/pay.js", "export function pay(cart, card) {\n  return card.charge(cart.total());\n}\n"),
    (
        "src/buy.js",
        "import { pay } from './pay.js';\n\nexport const buy = (cart, card) => pay(cart, card);\n",
    ),
];

/// Makes so many folders within each other, and a file in the last.
fn nest(scene: &Scene, many: usize) {
    let path: Vec<String> = (0..many).map(|n| format!("deep{n}")).collect();
    let folder = scene.root().join(path.join("/"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("end.js"), "export const end = 1;\n").unwrap();
}

#[test]
fn folders_nested_too_deep_to_be_compared_are_named() {
    let scene = phase(MUST_HAVES, "# Summary\n\nDone.\n", &FILES);
    nest(&scene, 200);
    let desk = Desk::at(scene.root());
    let why = desk.call("verify_phase", json!({ "phase": "3" })).unwrap_err();
    assert!(why.contains("nested more than 100 deep") && why.contains("`deep0/deep1/deep2/…`"), "{why}");
    assert!(!why.contains("fsck") && !why.contains(scene.root().to_str().unwrap()), "{why}");
    let shell = Command::new(env!("CARGO_BIN_EXE_countersign"))
        .args(["verify", "3"])
        .current_dir(scene.root())
        .output()
        .unwrap();
    // No failure of reading or writing: something is there that cannot be worked with.
    assert_eq!(shell.status.code(), Some(69), "{}", String::from_utf8_lossy(&shell.stderr));
    // What it says to do does it.
    scene.write(".gitignore", "deep0/\n");
    assert_eq!(verify(&desk, json!({}))["status"], "passed");
}

#[test]
fn folders_that_are_nested_deep_are_looked_into() {
    let scene = phase(MUST_HAVES, "# Summary\n\nDone.\n", &FILES);
    nest(&scene, 90);
    assert_eq!(verify(&Desk::at(scene.root()), json!({}))["status"], "passed");
}
