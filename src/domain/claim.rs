//! What a diff says of a claim that a finding is fixed (SPEC 7.3).

mod bare;
mod commented;
mod grammar;
mod real;
mod scalar;

pub use commented::only_comments;
pub use real::substantive;

use std::collections::{BTreeMap, BTreeSet};

use super::closed_when::{ClosedWhen, Held};
use super::diff::{Changed, Diff, FileChange, Touch, touch};
use super::finding::Finding;
use super::identity;
use super::ids::RepoPath;
use super::phase::FileFact;
use super::review::Response;

/// Returns the word for a claimed fix, given the change since the review.
pub fn of(finding: Option<&Finding>, since: &Changed, response: &Response) -> &'static str {
    if since.own.is_empty() {
        return "unchanged_subject";
    }
    let places = finding.map(|f| f.said.locations.as_slice()).unwrap_or_default();
    let real = substantive(since);
    let changed = places.iter().filter(|p| touch(&real, p) == Touch::RegionChanged).count();
    if changed > 0 && changed == places.len() {
        return "region_changed";
    }
    if response.details.as_deref().is_some_and(|note| names_a_changed_file(&real, note, &[])) {
        return "touched_elsewhere";
    }
    if changed > 0 {
        return "partly_changed";
    }
    // What only moved stands as it stood.
    let stayed = real::without_moves(since);
    if places.iter().any(|p| touch(&stayed, p) == Touch::RegionChanged) {
        return "metadata_only";
    }
    "untouched"
}

/// Returns the word for a claimed fix of a finding that carries a condition; nothing where it has none, or where it
/// cannot be told and the diff must do (SPEC 6.9).
pub fn of_condition(
    finding: &Finding,
    files: &BTreeMap<RepoPath, FileFact>,
    passing: &BTreeSet<String>,
) -> Option<&'static str> {
    let condition = ClosedWhen::parse(finding.said.closed_when.as_deref()?).ok()?;
    let missing = FileFact::missing();
    let file = condition.file().and_then(|path| files.get(path)).unwrap_or(&missing);
    match condition.holds(file, condition.test().is_some_and(|test| passing.contains(test))) {
        Held::Yes => Some("condition_met"),
        Held::No(_) => Some("condition_open"),
        Held::CannotTell(_) => None,
    }
}

/// Tells whether a note names a file that the diff changes and that is none of `but`.
pub fn names_a_changed_file(diff: &Diff, note: &str, but: &[&str]) -> bool {
    let words: Vec<&str> = note
        .split(|c: char| c.is_whitespace() || "`'\"()[],;".contains(c))
        .map(|w| w.trim_end_matches(['.', ':']))
        .map(|w| w.split_once(':').map_or(w, |(path, _)| path))
        .filter(|w| !w.is_empty())
        .collect();
    // A word without a dot or a folder names a file only where that is its whole, capital name: `Makefile`.
    let is_path =
        |w: &str| w.contains('.') || w.contains('/') || w.starts_with(char::is_uppercase) && w.len() > 4;
    let other = |f: &&FileChange| !but.iter().any(|own| identity::same_file(f.path.as_str(), own));
    let named = |f: &FileChange| words.iter().any(|w| is_path(w) && identity::same_file(f.path.as_str(), w));
    diff.files.iter().filter(other).any(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::{ChangeKind, DiffLine, Hunk, Origin};
    use crate::domain::ids::RepoPath;

    fn change(path: &str, removed: &[&str], added: &[&str]) -> Diff {
        let mut file = FileChange::new(RepoPath::parse(path).unwrap(), ChangeKind::Modified);
        let lines = |origin: Origin, texts: &[&str]| -> Vec<DiffLine> {
            texts.iter().map(|t| DiffLine { origin, text: (*t).to_owned() }).collect()
        };
        let mut all = lines(Origin::Removed, removed);
        all.extend(lines(Origin::Added, added));
        file.hunks.push(Hunk { old_start: 1, old_lines: 1, new_start: 1, new_lines: 1, lines: all });
        Diff { files: vec![file] }
    }

    #[test]
    fn comments_and_blanks_are_no_fix() {
        for (path, removed, added) in [
            ("a.js", vec!["return x;"], vec!["return  x; "]),
            ("a.js", vec![], vec!["// mended"]),
            ("a.py", vec!["x = 1"], vec!["x = 1", "# mended"]),
            ("a.rs", vec!["f(a,b)"], vec!["f(", "    a, b", ")"]),
        ] {
            let empty = substantive(&change(path, &removed, &added).into()).is_empty();
            assert!(empty, "{path}: {removed:?} → {added:?}");
        }
    }

    #[test]
    fn code_is() {
        for (path, removed, added) in [
            ("a.js", vec!["return x;"], vec!["return y;"]),
            ("a.py", vec!["x = 1"], vec!["  x = 1"]),
            ("a.js", vec!["// guard(x);"], vec!["guard(x);"]),
            ("a.md", vec!["# Title"], vec!["# Other"]),
        ] {
            let empty = substantive(&change(path, &removed, &added).into()).is_empty();
            assert!(!empty, "{path}: {removed:?} → {added:?}");
        }
    }
}
