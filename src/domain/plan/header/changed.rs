//! `files_modified` in every shape people write: a list, a text, objects with a path, groups by what is done.

use super::super::super::front_matter::{Entry, Node, Value};
use super::super::super::review::Remark;
use super::super::{must_haves, paths};
use super::said;

/// The keys of an object that hold its path.
const PATHS: [&str; 4] = ["path", "file", "filename", "name"];

/// Returns the files that a plan says it changes, once each.
pub(super) fn files(node: &Node) -> Vec<String> {
    let mut out = Vec::new();
    add(node, &mut out);
    let mut known = std::collections::HashSet::new();
    out.retain(|path| known.insert(path.clone()));
    out
}

fn add(node: &Node, out: &mut Vec<String>) {
    match &node.value {
        Value::Empty => {}
        Value::Text(text) => text.lines().for_each(|line| add_line(line, out)),
        Value::List(items) => items.iter().for_each(|item| add(item, out)),
        Value::Map(entries) => match PATHS.iter().find_map(|key| node.get(key)) {
            Some(path) => add(path, out),
            None => entries.iter().for_each(|entry| add_entry(entry, out)),
        },
    }
}

/// Adds what stands at a key: the key itself, where it is a path that something is said of, else what is below it.
fn add_entry(entry: &Entry, out: &mut Vec<String>) {
    // Backticks and quotes stand around a path that YAML took for a key.
    match paths::clean(&entry.key).filter(|path| paths::is_path(path)) {
        Some(path) => out.push(path),
        None => {
            // Words at another key say what is done.
            let mut below = Vec::new();
            add(&entry.node, &mut below);
            out.extend(below.into_iter().filter(|path| paths::is_path(path)));
        }
    }
}

/// Adds the paths of a line: several where nothing but them and what joins them stands there.
fn add_line(line: &str, out: &mut Vec<String>) {
    let several = said(line).map(|line| paths::together(&line)).unwrap_or_default();
    if several.is_empty() {
        out.extend(said(line).and_then(|line| paths::clean(&line)));
    } else {
        out.extend(several);
    }
}

/// Says that something stands there of which no file was read.
pub(super) fn unread(files: &[String], node: &Node, line: u32) -> Option<Remark> {
    let text = must_haves::flatten(node);
    let message = || {
        let text: String = text.chars().take(80).collect();
        format!("`files_modified` is `{text}`, of which no path was read: write a list of paths")
    };
    let says = text.contains(char::is_alphanumeric) && !paths::says_none(&text) && said(&text).is_some();
    (files.is_empty() && says).then(|| Remark::new(line, "files_unread", message()))
}

#[cfg(test)]
mod tests {
    use super::super::super::{Plan, read};
    use crate::domain::ids::RepoPath;

    fn plan(field: &str) -> Plan {
        let text = format!("---\nphase: 1\nfiles_modified:{field}\n---\n");
        read(&RepoPath::parse(".planning/phases/01-x/01-01-PLAN.md").unwrap(), &text).unwrap()
    }

    #[test]
    fn files_are_read_in_every_shape() {
        for field in [
            "\n  - a/x.ts\n  - a/y.ts",
            " [a/x.ts, a/y.ts]",
            " a/x.ts, a/y.ts",
            " a/x.ts a/y.ts",
            "\n  - a/x.ts, a/y.ts",
            "\n  - [a/x.ts, a/y.ts]",
            "\n  - path: a/x.ts\n    change: modify it\n  - path: a/y.ts",
            "\n  - file: a/x.ts\n  - {path: a/y.ts}",
            "\n  - a/x.ts: add a route\n  - a/y.ts",
            "\n  a/x.ts: add a route\n  a/y.ts: mend it",
            " |\n  a/x.ts\n  a/y.ts",
            " |\n  - a/x.ts\n  - a/y.ts",
            " >\n  a/x.ts,\n  a/y.ts",
            "\n  modified: [a/x.ts]\n  created: [a/y.ts]",
            "\n  modify:\n    - a/x.ts\n    - path: a/y.ts",
            "\n  - \"a/x.ts # the handler\"\n  - a/y.ts (new)\n  - a/x.ts",
        ] {
            let plan = plan(field);
            assert_eq!(plan.files_modified, ["a/x.ts", "a/y.ts"], "{field}");
            assert!(!plan.remarks.iter().any(|r| r.code == "files_unread"), "{field}");
        }
        assert_eq!(plan(" docs/My Notes.md").files_modified, ["docs/My Notes.md"]);
    }

    #[test]
    fn what_names_no_file_is_told() {
        for (field, told) in [
            (" []", false),
            (" none", false),
            ("", false),
            ("\n  - none", false),
            ("\n  - {change: mend it}", true),
        ] {
            let plan = plan(field);
            assert!(plan.files_modified.is_empty(), "{field}");
            assert_eq!(plan.remarks.iter().any(|r| r.code == "files_unread"), told, "{field}");
        }
    }
}
