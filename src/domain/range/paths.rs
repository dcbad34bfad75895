//! Paths that are the systems' own book-keeping, and paths a task names.

use globset::{GlobBuilder, GlobSetBuilder};

use crate::domain::ids::RepoPath;

/// Folders in which planning systems keep their documents.
const PLANNING: [&str; 4] = [".planning", ".yolo-planning", ".vbw-planning", ".countersign"];

/// Files of state that are book-keeping in the systems' folders, in those of specs, and at the root.
const STATE_FILES: [&str; 4] =
    [".execution-state.json", ".progress.md", ".ralph-state.json", ".continue-here.md"];

/// Documents that a system rewrites as it goes on; elsewhere a project may own such a name.
const DOCUMENTS: [&str; 5] = ["STATE.md", "ROADMAP.md", "REQUIREMENTS.md", "SUMMARY.md", "event-log.jsonl"];

/// Tells whether a path is a report of ours or the systems' book-keeping (SPEC 7.1): it never makes a
/// commit part of a subject and never counts as a change.
///
/// Names that a project could use itself (`STATE.md`, `CODE-REVIEW.md`) count inside planning folders;
/// numbered reports (`03-01-REVIEW-T2.md`) count everywhere, since phase folders can be configured.
pub fn is_book_keeping(path: &RepoPath) -> bool {
    let name = path.file_name();
    let mut folders = path.as_str().split('/').rev().skip(1);
    // What lies in such a folder is a document; code there is code.
    let document = is_document(name);
    if document && folders.clone().any(|folder| folder == ".countersign") {
        return true;
    }
    if name.ends_with(".countersign.md") {
        return true;
    }
    // A project may call a file of its own so, among its code.
    if STATE_FILES.contains(&name) {
        let mut homes = path.as_str().rsplit('/').skip(1);
        return path.parent().is_none() || homes.any(|f| f == "specs" || PLANNING.contains(&f));
    }
    // A project may call its own files so; the system's lie in its folder.
    let whole = path.as_str();
    let handed = whole.starts_with("bazinga/") || whole.contains("/bazinga/");
    if is_handoff(name) && handed || document && whole.starts_with("bazinga/artifacts/") {
        return true;
    }
    let numbered = name.starts_with(|c: char| c.is_ascii_digit());
    let planned = folders.any(|folder| PLANNING.contains(&folder));
    (numbered || planned) && is_report(name) || planned && DOCUMENTS.contains(&name)
}

/// Tells whether a file says how reviews are done here: ours, or a planning system's configuration (SPEC 4, 11). A change
/// that touches one speaks of its own review.
pub fn is_review_rule(path: &RepoPath) -> bool {
    let in_planning = path.as_str().rsplit('/').nth(1).is_some_and(|folder| PLANNING.contains(&folder));
    path.as_str() == "countersign.toml"
        || in_planning && matches!(path.file_name(), "config.json" | "megazord.config.json")
}

/// Tells by its name whether a file is text or data, and no code.
pub fn is_document(name: &str) -> bool {
    let kinds = [".md", ".json", ".jsonl", ".txt", ".yml", ".yaml", ".log", ".lock", ".diff", ".patch"];
    kinds.iter().any(|kind| name.ends_with(kind))
}

/// Tells by its name whether a file is one that people do not write by hand: locked versions, minified or generated code,
/// what others delivered.
pub fn is_bulk_name(path: &RepoPath) -> bool {
    const ENDS: [&str; 10] = [
        ".lock",
        ".lockb",
        ".min.js",
        ".min.css",
        ".map",
        ".snap",
        ".pb.go",
        "_pb2.py",
        ".g.dart",
        ".designer.cs",
    ];
    let name = path.file_name();
    let vendored = |folder: &str| matches!(folder, "vendor" | "node_modules" | "dist" | "third_party");
    let lock = matches!(
        name,
        "package-lock.json" | "npm-shrinkwrap.json" | "pnpm-lock.yaml" | "go.sum" | "packages.lock.json"
    );
    let folders = path.parent();
    folders.is_some_and(|f| f.as_str().split('/').any(vendored))
        || lock
        || ENDS.iter().any(|end| name.ends_with(end))
}

/// Tells whether a file carries work from one agent to the next.
fn is_handoff(name: &str) -> bool {
    name.starts_with("handoff_") && name.ends_with(".json")
}

/// Tells whether a name is a review's, a verification's or a summary's.
fn is_report(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".md") else { return false };
    let ends = ["VERIFICATION", "SUMMARY", "REVIEW"];
    if ends
        .iter()
        .any(|end| stem.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('-')))
    {
        return true;
    }
    stem.contains("-REVIEW-") || stem.starts_with("REVIEW-")
}

/// Tells whether one of `changed` is named by a task's files: the same path, something below a folder,
/// or a match of a glob. What is no valid glob is taken as a plain path.
pub fn touches(changed: &[RepoPath], files: &[String]) -> bool {
    let named = Named::new(files);
    changed.iter().any(|path| named.holds(path))
}

/// Returns those of `changed` that are named by a task's files, as [`touches`] tells.
pub fn touching(changed: &[RepoPath], files: &[String]) -> Vec<RepoPath> {
    let named = Named::new(files);
    changed.iter().filter(|path| named.holds(path)).cloned().collect()
}

/// Returns paths of which each file that [`touches`] finds is one or lies below one; nothing where a file of the list
/// could lie anywhere.
pub fn stems(files: &[String]) -> Option<Vec<RepoPath>> {
    let stem = |file: &&str| {
        // A glob is told by the folders above its first wildcard.
        let wild = file.find(['*', '?', '[', '{']);
        let stem = wild.map_or(*file, |at| file[..at].rsplit_once('/').map_or("", |(folder, _)| folder));
        RepoPath::parse(stem).ok().filter(|path| path.as_str() == stem)
    };
    let files: Vec<&str> = files.iter().map(|file| plain(file)).filter(|file| !file.is_empty()).collect();
    if files.is_empty() {
        return None;
    }
    files.iter().map(stem).collect()
}

/// A task's files, ready to be held against many paths.
struct Named<'f> {
    plain: Vec<&'f str>,
    globs: globset::GlobSet,
}

impl<'f> Named<'f> {
    fn new(files: &'f [String]) -> Self {
        let plain: Vec<&str> = files.iter().map(|file| plain(file)).filter(|file| !file.is_empty()).collect();
        let mut globs = GlobSetBuilder::new();
        for file in plain.iter().filter(|file| file.contains(['*', '?', '[', '{'])) {
            if let Ok(glob) = GlobBuilder::new(file).literal_separator(true).build() {
                globs.add(glob);
            }
        }
        let globs = globs.build().unwrap_or_else(|_| globset::GlobSet::empty());
        Self { plain, globs }
    }

    fn holds(&self, path: &RepoPath) -> bool {
        let path = path.as_str();
        let below = |file: &&str| {
            path.strip_prefix(file).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.plain.iter().any(below) || self.globs.is_match(path)
    }
}

/// Strips what people write around a path.
fn plain(file: &str) -> &str {
    let file = file.trim().trim_matches('`');
    file.strip_prefix("./").unwrap_or(file).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn book_keeping_is_told_from_work() {
        for (path, expected) in [
            (".planning/phases/03-auth/03-01-REVIEW-T2.md", true),
            (".planning/phases/03-auth/03-01-REVIEW-manual.md", true),
            (".planning/phases/03-auth/03-VERIFICATION.md", true),
            (".planning/reviews/REVIEW-login.md", true),
            ("app/.yolo-planning/reviews/REVIEW-login.md", true),
            ("docs/REVIEW-login.md", false),
            (".planning/REVIEW-login.js", false),
            (".planning/phases/03-auth/03-01-SUMMARY.md", true),
            (".planning/STATE.md", true),
            ("app/.planning/ROADMAP.md", true),
            (".yolo-planning/REQUIREMENTS.md", true),
            (".yolo-planning/.execution-state.json", true),
            ("phases/03-auth/03-01-REVIEW.md", true),
            ("phases/03-auth/03-01-REVIEW.countersign.md", true),
            ("specs/login/.progress.md", true),
            ("specs/login/.ralph-state.json", true),
            (".countersign/reviews/login.md", true),
            (".countersign/anything.bin", false),
            (".countersign/anything.md", true),
            ("bazinga/artifacts/s/g/handoff_tech_lead.json", true),
            ("app/bazinga/s/handoff_developer.json", true),
            ("src/handoff_routes.json", false),
            ("config/call/handoff_rules.json", false),
            ("src/.countersign/evil.js", false),
            (".countersign/reviews/evil.py", false),
            ("bazinga/artifacts/x.sh", false),
            (".planning/phases/03-auth/03-01-PLAN.md", false),
            ("docs/STATE.md", false),
            ("docs/CODE-REVIEW.md", false),
            ("SUMMARY.md", false),
            ("src/3-REVIEW.rs", false),
            ("bazinga/main.py", false),
            (".planning/PREVIEW.md", false),
            ("src/.countersign", false),
        ] {
            assert_eq!(is_book_keeping(&RepoPath::parse(path).unwrap()), expected, "{path}");
        }
    }

    #[test]
    fn tasks_name_files_folders_and_globs() {
        let changed = [RepoPath::parse("src/auth/login.rs").unwrap()];
        for (file, expected) in [
            ("src/auth/login.rs", true),
            ("./src/auth/login.rs", true),
            ("`src/auth/login.rs`", true),
            ("src/auth/", true),
            ("src", true),
            ("src/**/*.rs", true),
            ("src/auth/*.{rs,toml}", true),
            ("src/*.rs", false),
            ("src/au", false),
            ("login.rs", false),
            ("[", false),
            ("", false),
            ("/", false),
        ] {
            assert_eq!(touches(&changed, &[file.to_owned()]), expected, "{file:?}");
        }
    }

    #[test]
    fn whatever_a_file_of_the_list_touches_lies_below_its_stem() {
        for (file, expected) in [
            ("src/auth/login.rs", Some("src/auth/login.rs")),
            ("`./src/auth/`", Some("src/auth")),
            ("src/auth/*.{rs,toml}", Some("src/auth")),
            ("src/au*/login.rs", Some("src")),
            ("src/[id].tsx", Some("src")),
            ("*.rs", None),
            ("**/login.rs", None),
            ("../elsewhere.rs", None),
            ("a//b", None),
            ("", None),
        ] {
            let found = stems(&[file.to_owned()]);
            let expected = expected.map(|stem| vec![RepoPath::parse(stem).unwrap()]);
            assert_eq!(found, expected, "{file:?}");
        }
        let both = ["src/a.rs".to_owned(), "*.rs".to_owned()];
        assert_eq!(stems(&both), None, "one that could lie anywhere is enough");
    }
}
