//! Where a change leaves what its subject lists (SPEC 7.4).

use super::{is_book_keeping, touches};
use crate::domain::ids::RepoPath;
use crate::domain::subject::{PinnedChange, Subject};

/// How a change stands to the files its subject lists; nothing outside or untouched where it lists none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outside {
    /// Changed, and not listed; book-keeping left out.
    pub outside: Vec<RepoPath>,
    /// Listed as written, and neither changed nor moved.
    pub untouched: Vec<String>,
    /// What the caller narrowed the range to: of listed files beside it nothing can be told.
    pub narrowed: Vec<RepoPath>,
}

impl Outside {
    /// Compares a change, narrowed to some paths where any are given, with its subject's list. A document lists nothing: it
    /// is its own file.
    pub fn of(subject: &Subject, change: &PinnedChange, only: &[RepoPath]) -> Self {
        let listed = subject.files();
        // A free change may list what it is narrowed to.
        let is_list = only.iter().map(RepoPath::as_str).eq(listed.iter().map(String::as_str));
        let narrowed = if is_list { Vec::new() } else { only.to_vec() };
        if listed.is_empty() {
            return Self { narrowed, ..Self::default() };
        }
        let names = |file: &crate::domain::subject::PinnedFile| {
            let mut names = vec![file.path.clone()];
            names.extend(file.old_path.clone());
            // Renames may follow one another; each pass adds a name, so there are no more than there are renames.
            for _ in &change.renamed {
                let before = change.renamed.iter().find(|r| names.last() == Some(&r.to));
                names.extend(before.map(|r| r.from.clone()).filter(|from| !names.contains(from)));
            }
            names
        };
        let changed: Vec<RepoPath> = change.files.iter().flat_map(names).collect();
        let outside = change
            .files
            .iter()
            .filter(|file| !is_book_keeping(&file.path) && !touches(&names(file), listed))
            .map(|file| file.path.clone())
            .collect();
        let looked_at = |file: &&String| {
            let below =
                |o: &RepoPath| file.strip_prefix(o.as_str()).is_some_and(|rest| rest.starts_with('/'));
            only.is_empty() || touches(only, std::slice::from_ref(*file)) || only.iter().any(below)
        };
        let untouched = listed
            .iter()
            .filter(looked_at)
            .filter(|file| !touches(&changed, std::slice::from_ref(*file)))
            .cloned()
            .collect();
        Self { outside, untouched, narrowed }
    }

    /// Tells whether the change is what the list says.
    pub fn is_empty(&self) -> bool {
        self.outside.is_empty() && self.untouched.is_empty()
    }

    /// Says it in a line each, for people and briefs; at most `most` names a line.
    pub fn lines(&self, most: usize) -> Vec<String> {
        let outside: Vec<&str> = self.outside.iter().map(RepoPath::as_str).collect();
        let untouched: Vec<&str> = self.untouched.iter().map(String::as_str).collect();
        let narrowed: Vec<&str> = self.narrowed.iter().map(RepoPath::as_str).collect();
        let narrowed = ("Narrowed by the caller, other files are not looked at, to", narrowed);
        [("Changed, not listed", outside), ("Listed, not changed", untouched), narrowed]
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(what, names)| {
                let more = names.len().saturating_sub(most);
                let shown = names.iter().take(most).copied().collect::<Vec<_>>().join(", ");
                if more == 0 {
                    format!("{what}: {shown}")
                } else {
                    format!("{what}: {shown} and {more} more")
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::diff::Renamed;
    use crate::domain::ids::Oid;
    use crate::domain::subject::{Found, PinnedFile};

    fn path(text: &str) -> RepoPath {
        RepoPath::parse(text).unwrap()
    }

    #[test]
    fn lists_and_changes_are_compared_both_ways() {
        let file = |name: &str, old: Option<&str>| PinnedFile {
            path: path(name),
            old_path: old.map(path),
            blob: None,
            added: false,
            mode: None,
        };
        let change = PinnedChange {
            base: None,
            head: Oid::new("a"),
            commits: Vec::new(),
            files: vec![
                file("src/a.rs", None),
                file("src/moved.rs", Some("src/old.rs")),
                file("lib/deep/x.rs", None),
                file("README.md", None),
                file("src/added.rs", None),
                file(".planning/STATE.md", None),
            ],
            insertions: 0,
            deletions: 0,
            found: Found::Commits,
            renamed: vec![Renamed { from: path("src/first.rs"), to: path("src/added.rs") }],
            tip: None,
            snapshot: None,
            proof: Vec::new(),
        };
        let subject = |files: &[&str]| Subject::Change {
            id: "x".to_owned(),
            title: "x".to_owned(),
            files: files.iter().map(|f| (*f).to_owned()).collect(),
            branch: None,
        };
        let listed =
            subject(&["src/a.rs", "src/old.rs", "lib/**/*.rs", "src/first.rs", "src/never.rs", "docs"]);
        let found = Outside::of(&listed, &change, &[]);
        assert_eq!(found.outside, [path("README.md")]);
        assert_eq!(found.untouched, ["src/never.rs", "docs"]);
        assert_eq!(
            found.lines(1),
            ["Changed, not listed: README.md", "Listed, not changed: src/never.rs and 1 more"]
        );
        assert!(Outside::of(&subject(&[]), &change, &[]).is_empty());
        // What a caller left out is not told as untouched.
        let narrowed = Outside::of(&listed, &change, &[path("src/never.rs"), path("lib")]);
        assert_eq!(narrowed.untouched, ["src/never.rs"]);
        assert_eq!(
            narrowed.lines(2)[2],
            "Narrowed by the caller, other files are not looked at, to: src/never.rs, lib"
        );
        let list = subject(&["src/a.rs"]);
        assert!(Outside::of(&list, &change, &[path("src/a.rs")]).narrowed.is_empty());
    }
}
