//! Lists the files of a repository as git would know them: what it ignores is passed over, links are not followed.

use std::path::Path;

use ignore::WalkBuilder;

use crate::domain::ids::RepoPath;
use crate::io::follower::Follower;

/// Most files that are listed.
const MOST_FILES: usize = 400_000;
/// Folders that hold no code of the project, whether or not git ignores them.
const PASSED_OVER: [&str; 7] =
    ["node_modules", "bower_components", "__pycache__", "vendor", "venv", "target", "site-packages"];

/// The one hidden folder that is looked into: its jobs run files that nobody imports.
const JOBS: &str = ".github";

/// The files of a repository as they were at one time.
#[derive(Debug)]
pub struct Listing {
    pub(super) paths: Vec<RepoPath>,
    /// Why they are not all.
    pub(super) left_out: Option<String>,
}

impl Listing {
    /// Returns the paths of the files.
    pub fn paths(&self) -> &[RepoPath] {
        &self.paths
    }
}

/// Lists the files that git would know.
pub fn list(root: &Path, follower: &dyn Follower) -> Listing {
    let mut walk = WalkBuilder::new(root);
    walk.hidden(false).follow_links(false).git_global(false).parents(false).require_git(false);
    walk.filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        let folder = entry.file_type().is_some_and(|t| t.is_dir());
        // Another repository or worktree below this one is none of its code.
        let hidden = name.starts_with('.') && name != JOBS && entry.depth() > 0;
        !(hidden
            || folder
                && entry.depth() > 0
                && (PASSED_OVER.contains(&name.as_ref()) || entry.path().join(".git").exists()))
    });
    let mut paths = Vec::new();
    for entry in walk.build().flatten() {
        if !entry.file_type().is_some_and(|t| t.is_file()) {
            continue;
        }
        let relative =
            entry.path().strip_prefix(root).ok().and_then(Path::to_str).map(|p| p.replace('\\', "/"));
        paths.extend(relative.and_then(|p| RepoPath::parse(&p).ok()));
        if paths.len() >= MOST_FILES || !follower.goes_on() {
            let left_out = Some(format!("only the first {MOST_FILES} files were listed"));
            return Listing { paths, left_out };
        }
    }
    Listing { paths, left_out: None }
}
