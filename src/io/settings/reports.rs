//! Whether a planning folder is a system's at all, or was made by a report of ours.
//!
//! A review by the rules of a system writes its report into that system's folder, which may not have been there. Taken
//! for a sign of the system, it would choose the rules of every later review.

use super::{HANDED, SYSTEM, Texts};
use crate::domain::ids::RepoPath;
use crate::io::files::{Files, Kind, Listed};

/// Where reports on changes lie in a planning folder.
const REVIEWS: &str = "reviews";

/// Where all reports lie in bazinga's folder.
const ARTIFACTS: &str = "artifacts";

/// How the name of a session's folder begins there.
const SESSION: &str = "bazinga_";

/// How deep below `artifacts` folders may lie: a session, and a group in it.
const DEPTH: u32 = 2;

/// How many folders of bazinga's groups are looked into. A guess: with so many of reports alone, nothing else is to be
/// expected in the next.
const MAX_FOLDERS: u32 = 500;

/// What a system's folder holds at its top, where only single names can be asked for. A guess from what their own
/// commands make first.
const SIGNS: [&str; 12] = [
    "PROJECT.md",
    "ROADMAP.md",
    "STATE.md",
    "REQUIREMENTS.md",
    "MILESTONES.md",
    ".execution-state.json",
    "bazinga.db",
    "challenge_levels.json",
    "model_selection.json",
    "project_context.json",
    "skills_config.json",
    "testing_config.json",
];

/// Tells whether a folder holds our reports and nothing else, stopping at the first thing that is not ours. An empty
/// one is none of ours: somebody made it. What cannot be looked at is taken for the system's.
pub(super) fn are_all(files: &Files, root: &RepoPath) -> bool {
    let Some(first) = inside(files, root) else { return false };
    let [only] = first.as_slice() else { return false };
    if only.kind != Kind::Folder {
        return false;
    }
    let Some(within) = inside(files, &only.path) else { return false };
    match (root.as_str() == HANDED, only.path.file_name()) {
        (false, REVIEWS) => within.iter().all(is_report),
        (true, ARTIFACTS) => {
            let mut left = MAX_FOLDERS;
            !within.is_empty() && are_groups(files, &within, DEPTH, &mut left)
        }
        _ => false,
    }
}

/// Lists a folder; nothing where it cannot be listed, or is or holds a link: none of ours is one, and none is followed.
fn inside(files: &Files, folder: &RepoPath) -> Option<Vec<Listed>> {
    if files.is_link(folder) {
        return None;
    }
    let entries = files.list(Some(folder)).ok()?;
    let are_plain = entries.iter().all(|entry| !files.is_link(&entry.path));
    are_plain.then_some(entries)
}

/// Tells whether folders hold our reports alone, a level of folders deep each time. An empty one is somebody's session.
fn are_groups(files: &Files, entries: &[Listed], depth: u32, left: &mut u32) -> bool {
    for entry in entries {
        if entry.kind != Kind::Folder || depth == 0 {
            return false;
        }
        if *left == 0 {
            return true;
        }
        *left -= 1;
        let Some(within) = inside(files, &entry.path) else { return false };
        let (reports, others): (Vec<Listed>, Vec<Listed>) = within.into_iter().partition(is_report);
        if reports.is_empty() && others.is_empty() || !are_groups(files, &others, depth - 1, left) {
            return false;
        }
    }
    true
}

/// Tells by its name whether a file is a report of ours, or what a server that was killed left of one.
fn is_report(entry: &Listed) -> bool {
    let name = entry.path.file_name();
    let written = name.starts_with("REVIEW") && name.ends_with(".md");
    let left_over = name.starts_with(".countersign-") && name.ends_with(".tmp");
    entry.kind == Kind::File && (written || left_over)
}

/// The same where a folder's files cannot be listed, as it stood at a commit: no folder but that of our reports, and
/// nothing at the names that a system's own files have.
pub(super) fn seem_all<T: Texts + ?Sized>(texts: &T, root: &RepoPath) -> bool {
    let is_handed = root.as_str() == HANDED;
    let ours = if is_handed { ARTIFACTS } else { REVIEWS };
    let folders = folders_of(texts, root);
    let [only] = folders.as_slice() else { return false };
    if only.file_name() != ours {
        return false;
    }
    // Our own reports lie in a session only where bazinga has begun one.
    if is_handed && folders_of(texts, only).iter().any(|group| group.file_name().starts_with(SESSION)) {
        return false;
    }
    !is_signed(texts, root)
}

/// Tells whether a folder holds anything that a system's own commands make first.
pub(super) fn is_signed<T: Texts + ?Sized>(texts: &T, root: &RepoPath) -> bool {
    SIGNS.iter().chain(&SYSTEM).any(|name| is_there(texts, root, name))
}

/// Tells whether something stands at a name in a folder, or may stand there.
fn is_there<T: Texts + ?Sized>(texts: &T, root: &RepoPath, name: &str) -> bool {
    root.join(name).is_ok_and(|path| texts.is_there(&path).unwrap_or(true))
}

/// What of these is book-keeping, which an executor writes wherever it works.
const BOOKS: [&str; 2] = ["STATE.md", ".execution-state.json"];

/// Tells whether a folder of a worktree, of which git tracks nothing, was laid out as a system's: by more than its
/// book-keeping.
pub(super) fn is_laid_out(texts: &dyn Texts, root: &RepoPath) -> bool {
    let first = SIGNS.iter().chain(&SYSTEM).filter(|name| !BOOKS.contains(name));
    first.into_iter().any(|name| is_there(texts, root, name))
}

/// Tells by its name whether an agent writes a file beside its work: book-keeping, a summary, a report.
pub fn is_beside_work(name: &str) -> bool {
    BOOKS.contains(&name)
        || name.ends_with("SUMMARY.md")
        || name.ends_with(".md") && name.contains("REVIEW")
        || name.starts_with("handoff_")
}

/// Tells whether bazinga has begun a session in its folder.
pub(super) fn has_session(texts: &dyn Texts, root: &RepoPath) -> bool {
    let Some(artifacts) = root.join(ARTIFACTS).ok().filter(|_| root.as_str() == HANDED) else { return false };
    folders_of(texts, &artifacts).iter().any(|folder| folder.file_name().starts_with(SESSION))
}

fn folders_of<T: Texts + ?Sized>(texts: &T, folder: &RepoPath) -> Vec<RepoPath> {
    let mut all = texts.folders_in(folder).unwrap_or_default();
    all.retain(|folder| texts.is_folder(folder).unwrap_or(true));
    all
}
