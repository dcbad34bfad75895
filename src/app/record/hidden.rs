//! Files that left git's sight and stand in the work tree as they stood: ignored, excluded, or taken out of the index.
//! That is no mend of what stands in them (SPEC 7.3); code that went under an ignored name only moved.

use std::collections::VecDeque;
use std::sync::LazyLock;

use regex::Regex;

use crate::app::workspace::Workspace;
use crate::domain::diff::{ChangeKind, Diff};
use crate::domain::finding::Finding;
use crate::domain::identity::same_file;
use crate::domain::ids::{Oid, RepoPath};
use crate::domain::review::RawFinding;
use crate::io::files::{Kind, OnDisk};

/// Larger files, in bytes, are not looked into: a link is told by its name alone.
const LARGEST: u64 = 4 * 1024 * 1024;
/// The most entries of ignored folders that are looked at, the nearest first: what is installed or built is deep.
const MOST_ENTRIES: usize = 4_000;
/// The most ignored files that are looked into.
const MOST_FILES: usize = 1_000;

/// What a reviewer asks for where that a file leaves git is the fix itself.
static OUT_OF_GIT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        gitignore | \bgit\ rm\b | \buntrack | \btracked\ (?:by|in)\ git\b | \bversion\ control | \bchecked\ in(?:to)?\b
        | \b(?:from|in|into|out\ of|to)\ git\b
        | \b(?:remov|delet|commit|leak|expos|check)\w*\b.{0,40}
          \b(?:secret|key|credential|password|token|\.env|certificate|binar|artifact|artefact|build|generated|dump)\w*\b
          .{0,30}\b(?:repo|repository|history)\b
        | \b(?:do\ not|don.?t|never)\ (?:commit|track)\ (?:it|them|this\ file|these|secrets?|credentials?|keys?|generated|build)\b
        | \b(?:not\ be|shouldn.?t\ be|mustn.?t\ be)\ (?:committed|tracked|versioned)\b
        | \bcommitted\ (?:secret|credential|key|password|token|\.?env|build|artifact|artefact|binary|output)
        | \b(?:secrets?|credentials?|keys?|passwords?|tokens?|\.env|builds?|artifacts?|artefacts?|binary|binaries|output|generated)\b
          .{0,40}\b(?:committed|tracked)\b",
    )
    .expect("a constant pattern")
});

/// Tells whether a file stands in the work tree where git does not look, and not in a tree.
pub(in crate::app) fn stands(ws: &Workspace<'_>, tree: &Oid, path: &RepoPath) -> bool {
    // What is there and cannot be read is there all the same.
    let on_disk = || match ws.files.on_disk(path, LARGEST) {
        Ok(found) => matches!(found, Some(OnDisk::File { .. } | OnDisk::Link { .. })),
        Err(_) => ws.files.exists(path),
    };
    matches!(ws.repository.entry_at(tree, path), Ok(None)) && !ws.repository.is_in_index(path) && on_disk()
}

/// Tells whether a finding asks for its file to leave git.
pub(in crate::app) fn asks_to_leave_git(said: &RawFinding) -> bool {
    let texts = [Some(&said.title), said.description.as_ref(), said.suggestion.as_ref()];
    texts.into_iter().flatten().any(|text| OUT_OF_GIT.is_match(text))
}

/// Leaves out of a change the files of findings that it only put out of git's sight.
pub(super) fn leave_out(ws: &Workspace<'_>, to: &Oid, diff: &mut Diff, findings: &[Finding]) {
    let is_meant = |path: &RepoPath| {
        let of = |f: &&Finding| f.said.locations.iter().any(|l| same_file(path.as_str(), &l.file));
        let mut of_file = findings.iter().filter(of).peekable();
        of_file.peek().is_some() && !of_file.all(|f| asks_to_leave_git(&f.said))
    };
    diff.files.retain(|file| {
        let left = match file.kind {
            ChangeKind::Deleted | ChangeKind::Renamed => true,
            ChangeKind::Added | ChangeKind::Modified | ChangeKind::TypeChanged => false,
        };
        !(left && is_meant(file.before()) && stands(ws, to, file.before()))
    });
}

/// Returns the files that git ignores and in which lines that a change took away may stand: code of the same kind.
pub(super) fn may_hold(ws: &Workspace<'_>, lost: &Diff) -> Vec<RepoPath> {
    let kinds: Vec<&str> = lost.files.iter().map(|f| kind_of(f.before().file_name())).collect();
    let alike = |path: &RepoPath| kinds.contains(&kind_of(path.file_name()));
    let Ok(differing) = ws.differing() else { return Vec::new() };
    let mut found: Vec<RepoPath> = Vec::new();
    let mut folders: VecDeque<RepoPath> = VecDeque::new();
    for name in &differing.ignored {
        let Ok(path) = RepoPath::parse(name) else { continue };
        if name.ends_with('/') {
            folders.push_back(path);
        } else if alike(&path) {
            found.push(path);
        }
    }
    let mut left = MOST_ENTRIES;
    while let Some(folder) = folders.pop_front() {
        for entry in ws.files.list(Some(&folder)).unwrap_or_default() {
            if left == 0 || found.len() >= MOST_FILES {
                found.truncate(MOST_FILES);
                return found;
            }
            left -= 1;
            match entry.kind {
                Kind::Folder if !ws.files.is_link(&entry.path) => folders.push_back(entry.path),
                Kind::File if alike(&entry.path) => found.push(entry.path),
                Kind::Folder | Kind::File | Kind::Other => {}
            }
        }
    }
    found.truncate(MOST_FILES);
    found
}

/// What a file is by its ending. Scripts are one kind: each of their endings can hold the same code.
fn kind_of(file_name: &str) -> &str {
    let ending = file_name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => "js",
        "pyi" | "pyw" => "py",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::review::Severity;

    #[test]
    fn only_a_reviewer_asks_for_a_file_to_leave_git() {
        for (title, expected) in [
            ("`.env` with live keys is committed", true),
            ("Build output is tracked, add it to .gitignore", true),
            ("Remove the private key from the repository", true),
            ("Certificates must not be committed", true),
            ("The transaction is never committed", false),
            ("Division by zero", false),
            ("Orders are not tracked", false),
            ("The user is read from the repository twice", false),
            ("Handlers never commit the transaction", false),
            ("The token is compared in linear time", false),
        ] {
            assert_eq!(asks_to_leave_git(&RawFinding::new(Severity::Critical, title)), expected, "{title}");
        }
    }
}
