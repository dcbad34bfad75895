//! The call that a refusal names works: it is sent, on a copy of the repository, for every refusal that the tests meet
//! (SPEC 13.5). What only the caller can supply is filled in as somebody who means well would.

#![allow(clippy::unwrap_used, reason = "a copy that cannot be made fails its test")]

use std::path::Path;

use serde_json::{Value, json};

use crate::desk::Desk;

/// Returns the tool and the arguments of the call that a refusal names, and what the caller is to supply.
pub(crate) fn named(why: &str) -> Option<(String, Value, Vec<String>)> {
    let (_, call) = why.split_once(" Next: call ")?;
    let (tool, rest) = call.split_once(' ')?;
    let mut read = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let arguments = read.next()?.ok()?;
    let behind = &rest[read.byte_offset()..];
    let fill = behind.strip_prefix(", with your own ").unwrap_or_default();
    let fill = fill.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    Some((tool.to_owned(), arguments, fill))
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (there, kind) = (to.join(entry.file_name()), entry.file_type().unwrap());
        if kind.is_dir() {
            copy(&entry.path(), &there);
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(entry.path()).unwrap(), there).unwrap();
        } else {
            std::fs::copy(entry.path(), there).unwrap();
        }
    }
}

/// Sends the call that a refusal names, if it names one, and holds that it is not refused.
pub(crate) fn tried(root: &Path, why: &str) {
    let Some((tool, mut arguments, fill)) = named(why) else { return };
    // A linked work tree knows its repository by its absolute path.
    if !root.join(".git").is_dir() || root.join(".git/worktrees").exists() {
        return;
    }
    let folder = tempfile::TempDir::new().unwrap();
    let there = folder.path().canonicalize().unwrap().join("copy");
    copy(root, &there);
    let text = arguments.to_string().replace(root.to_str().unwrap(), there.to_str().unwrap());
    arguments = serde_json::from_str(&text).unwrap();
    let desk = Desk::at(&there);
    for name in fill {
        arguments[&name] = match name.as_str() {
            "choice" => {
                let status = desk.ok("loop_status", json!({ "loop_id": arguments["loop_id"] }));
                status["next"]["options"][0].clone()
            }
            "responses" => {
                let status = desk.ok("loop_status", json!({ "loop_id": arguments["loop_id"] }));
                let rows = status["next"]["findings"].as_array().cloned().unwrap_or_default();
                let fixed = |row: &Value| json!({ "finding_id": row["id"], "response": "fixed" });
                rows.iter().map(fixed).collect()
            }
            "text" => json!("Status: APPROVED\n\nThe work does what was asked."),
            "reason" | "decided_by" => json!("Ada said so"),
            other => panic!("nobody knows what to supply for {other}: {why}"),
        };
    }
    let answer = desk.call(&tool, arguments.clone());
    assert!(
        answer.is_ok(),
        "the call that was named is refused: {tool} {arguments}: {}\n  named by: {why}",
        answer.unwrap_err()
    );
}
