//! Folders of notes, plans and documents. What lies there tells of the code: nothing reads a setting or a build file there to
//! run what it names.

use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;

/// Folders of that kind wherever they lie.
const ANYWHERE: [&str; 11] =
    ["docs", "doc", "documentation", "notes", "note", "adr", "adrs", "rfc", "rfcs", "wiki", "planning"];
/// Folders that are of that kind at the root; further below they may hold code.
const AT_THE_ROOT: [&str; 14] = [
    "plans",
    "plan",
    "design",
    "designs",
    "ideas",
    "drafts",
    "draft",
    "proposals",
    "prd",
    "prds",
    "stories",
    "research",
    "meetings",
    "journal",
];

/// Tells whether a text, no code itself, lies among notes of which a file is no part: a site that is kept in `docs` loads
/// its own scripts.
pub(super) fn only_tells(file: &RepoPath, of: &RepoPath) -> bool {
    Grammar::of(file).is_none() && folder(file).is_some_and(|notes| !of.as_str().starts_with(notes))
}

/// Tells whether a page and a file lie in one folder of documents, which is a site of its own.
pub(super) fn is_own_site(page: &RepoPath, of: &RepoPath) -> bool {
    let is_page = [".html", ".htm"].iter().any(|end| page.as_str().ends_with(end));
    is_page && folder(page).is_some_and(|notes| of.as_str().starts_with(notes))
}

/// The outermost folder of notes that a file lies in, with the slash behind it.
fn folder(file: &RepoPath) -> Option<&str> {
    let path = file.as_str();
    let mut from = 0;
    for (at, _) in path.match_indices('/') {
        let name = path[from..at].to_ascii_lowercase();
        let name = name.trim_start_matches('.');
        if ANYWHERE.contains(&name) || from == 0 && AT_THE_ROOT.contains(&name) {
            return path.get(..=at);
        }
        from = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_told_from_code_by_their_folder() {
        let path = |text: &str| RepoPath::parse(text).expect("a path");
        for (file, of, tells) in [
            ("docs/flow.yaml", "src/pay.ts", true),
            ("packages/shop/docs/flow.yaml", "packages/shop/src/pay.ts", true),
            ("design/flow.yaml", "src/pay.ts", true),
            (".planning/flow.yaml", "src/pay.ts", true),
            ("docs/index.html", "docs/pay.js", false),
            ("src/design/flow.yaml", "src/pay.ts", false),
            ("deploy/flow.yaml", "src/pay.ts", false),
            ("docs.yaml", "src/pay.ts", false),
            ("docs/conf.py", "src/pay.py", false),
        ] {
            assert_eq!(only_tells(&path(file), &path(of)), tells, "{file} of {of}");
        }
    }
}
