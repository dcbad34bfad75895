//! What a diff says of a claim that a finding is fixed (SPEC 7.3).

use super::diff::{ChangeKind, Diff, DiffLine, FileChange, Origin, Touch, touch};
use super::finding::Finding;
use super::identity;
use super::review::Response;

/// Returns the word for a claimed fix, given the substantive change since the review.
pub fn of(finding: Option<&Finding>, since: &Diff, response: &Response) -> &'static str {
    let places = finding.map(|f| f.said.locations.as_slice()).unwrap_or_default();
    let real = substantive(since);
    if places.iter().any(|p| touch(&real, p) == Touch::RegionChanged) {
        return "region_changed";
    }
    if response.details.as_deref().is_some_and(|note| names_a_changed_file(&real, note)) {
        return "touched_elsewhere";
    }
    if places.iter().any(|p| touch(since, p) == Touch::RegionChanged) {
        return "metadata_only";
    }
    "untouched"
}

/// Tells whether a note names a file that the diff changes.
pub fn names_a_changed_file(diff: &Diff, note: &str) -> bool {
    let words: Vec<&str> = note
        .split(|c: char| c.is_whitespace() || "`'\"()[],;".contains(c))
        .map(|w| w.trim_end_matches(['.', ':']))
        .map(|w| w.split_once(':').map_or(w, |(path, _)| path))
        .filter(|w| w.contains('.') || w.contains('/'))
        .collect();
    diff.files.iter().any(|f| words.iter().any(|w| identity::same_file(f.path.as_str(), w)))
}

/// Leaves out hunks that change only comments, or white space where the language ignores it.
pub fn substantive(diff: &Diff) -> Diff {
    let files = diff.files.iter().map(|file| {
        let mut kept = file.clone();
        if file.kind == ChangeKind::Modified {
            kept.hunks.retain(|hunk| !is_metadata(file, &hunk.lines));
        }
        kept
    });
    // A file with nothing left and no other change is as it was.
    let files = files.filter(|f| {
        !f.hunks.is_empty() || f.kind != ChangeKind::Modified || f.binary || f.oversize.is_some()
    });
    Diff { files: files.collect() }
}

fn is_metadata(file: &FileChange, lines: &[DiffLine]) -> bool {
    let side = |origin: Origin| -> Vec<String> {
        lines
            .iter()
            .filter(|l| l.origin == origin)
            .map(|l| bare(file, &l.text))
            .filter(|text| !text.is_empty())
            .collect()
    };
    side(Origin::Removed).concat() == side(Origin::Added).concat()
}

/// A line without what does not count: nothing of a comment, and no white space where it means nothing.
fn bare(file: &FileChange, line: &str) -> String {
    let name = file.path.file_name();
    let extension = name.rsplit_once('.').map_or("", |(_, e)| e);
    let text = line.trim();
    let comment = match extension {
        "py" | "rb" | "sh" | "bash" | "yml" | "yaml" | "toml" | "tf" | "pl" | "r" => text.starts_with('#'),
        "sql" | "lua" | "hs" | "elm" => text.starts_with("--"),
        "md" | "txt" | "json" | "csv" => false,
        "html" | "xml" | "vue" | "svelte" => text.starts_with("<!--") && text.ends_with("-->"),
        _ => {
            text.starts_with("//")
                || text.starts_with("/*") && text.ends_with("*/")
                || text == "*"
                || text.starts_with("* ")
        }
    };
    if comment {
        return String::new();
    }
    match extension {
        // Indentation is meaning here.
        "py" | "yml" | "yaml" | "hs" | "mk" | "pug" | "sass" | "coffee" | "nim" => line.trim_end().to_owned(),
        // Text is what it says, blanks included.
        "md" | "txt" | "csv" => line.trim_end().to_owned(),
        _ => text.split_whitespace().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::Hunk;
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
            let empty = substantive(&change(path, &removed, &added)).is_empty();
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
            let empty = substantive(&change(path, &removed, &added)).is_empty();
            assert!(!empty, "{path}: {removed:?} → {added:?}");
        }
    }
}
