//! Plans of the same numbers in several planning folders of one repository: whose a commit is that carries the numbers.

use super::{TaskScope, is_book_keeping, touches};
use crate::domain::diff::Commit;
use crate::domain::ids::RepoPath;

/// A plan of the same phase and number in another planning folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rival {
    /// Its planning folder: `packages/shop/.planning`.
    pub root: RepoPath,
    /// The files that its tasks list.
    pub files: Vec<String>,
}

/// Tells whether a commit that carries a plan's numbers shows by nothing else that it is this plan's: it touches neither
/// the files listed nor the planning folder.
pub(super) fn is_doubtful(commit: &Commit, scope: &TaskScope) -> bool {
    let listed = !scope.files.is_empty() && touches(&commit.files, &scope.files);
    let planned = scope.root.as_ref().is_some_and(|root| holds(root, commit, scope));
    !listed && !planned && commit.parents.len() < 2
}

/// Tells whether a commit that carries the numbers of several plans is another's: by the files that the plans list, by
/// the planning folder that it touches, or by which of their projects its files lie in. In doubt it is this plan's.
pub(super) fn is_theirs(commit: &Commit, scope: &TaskScope) -> bool {
    if scope.rivals.is_empty() || !is_doubtful(commit, scope) {
        return false;
    }
    let listed = |rival: &Rival| !rival.files.is_empty() && touches(&commit.files, &rival.files);
    if scope.rivals.iter().any(|rival| listed(rival) || holds(&rival.root, commit, scope)) {
        return true;
    }
    let mine = |path: &RepoPath| scope.root.as_ref().and_then(|root| reach(root, path));
    let theirs = |path: &RepoPath| scope.rivals.iter().filter_map(|rival| reach(&rival.root, path)).max();
    let mut work = commit.files.iter().filter(|path| is_work(path, scope)).peekable();
    work.peek().is_some() && work.all(|path| theirs(path) > mine(path))
}

/// Tells whether a commit changes documents of a planning folder. Book-keeping and reports of ours do not count: who
/// commits everything at hand takes those of every project along.
fn holds(folder: &RepoPath, commit: &Commit, scope: &TaskScope) -> bool {
    let below = |file: &RepoPath| {
        file.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    commit.files.iter().any(|file| is_work(file, scope) && below(file))
}

fn is_work(path: &RepoPath, scope: &TaskScope) -> bool {
    !is_book_keeping(path) && !scope.written.contains(path)
}

/// Returns how deep the project of a planning folder lies, where a path is in it.
fn reach(root: &RepoPath, path: &RepoPath) -> Option<usize> {
    let Some(project) = root.parent() else { return Some(0) };
    let inside = path.as_str().strip_prefix(project.as_str()).is_some_and(|rest| rest.starts_with('/'));
    inside.then(|| project.as_str().len())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{history, scope};
    use super::*;

    #[test]
    fn a_commit_is_anothers_only_where_all_its_work_lies_deeper_in_the_others_project() {
        let path = |text: &str| RepoPath::parse(text).unwrap();
        let mut scope = scope("1", &[]);
        scope.root = Some(path("packages/shop/.planning"));
        scope.rivals.push(Rival { root: path("packages/desk/.planning"), files: Vec::new() });
        let cases: [(&[&str], bool); 7] = [
            (&["packages/desk/src/a.ts"], true),
            (&["packages/desk/src/a.ts", "packages/desk/b.ts"], true),
            (&["packages/shop/src/a.ts"], false),
            (&["packages/desk/src/a.ts", "packages/shop/src/a.ts"], false),
            (&["README.md"], false),
            (&["packages/desk/src/a.ts", "README.md"], false),
            (&[], false),
        ];
        for (files, theirs) in cases {
            let commits = history(&[("feat(03-01): task 1", files)]);
            assert_eq!(is_theirs(&commits[0], &scope), theirs, "{files:?}");
        }
    }
}
