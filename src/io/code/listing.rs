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

/// The hidden folders that are looked into: jobs, hooks and settings there run files that nobody imports.
const FOLDERS: [&str; 10] = [
    ".github",
    ".circleci",
    ".husky",
    ".vscode",
    ".claude",
    ".storybook",
    ".vitepress",
    ".devcontainer",
    ".gitlab",
    ".buildkite",
];
/// The hidden files that are read for the same.
const FILES: [&str; 9] = [
    ".gitlab-ci.yml",
    ".gitlab-ci.yaml",
    ".travis.yml",
    ".pre-commit-config.yaml",
    ".pre-commit-config.yml",
    ".lefthook.yml",
    ".lefthook.yaml",
    ".mcp.json",
    ".babelrc.json",
];
/// How the names of more of them begin.
const BEGINNINGS: [&str; 2] = [".lintstagedrc", ".eslintrc"];

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

/// Tells whether an entry is none that is hidden, or one of the hidden ones that run code. Of what a host of agents and an
/// editor keep only their settings are read: beside them lie records and copies of the repository.
fn is_read(name: &str, folder: bool, within: Option<&Path>) -> bool {
    let within = within.and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or("");
    match within {
        ".claude" => return name.starts_with("settings") && !folder || name == "hooks",
        ".vscode" => return matches!(name, "tasks.json" | "launch.json"),
        ".vitepress" if folder && matches!(name, "cache" | "dist") => return false,
        _ => {}
    }
    let known = match folder {
        true => FOLDERS.contains(&name),
        false => FILES.contains(&name) || BEGINNINGS.iter().any(|begin| name.starts_with(begin)),
    };
    known || !name.starts_with('.')
}

/// Lists the files that git would know.
pub fn list(root: &Path, follower: &dyn Follower) -> Listing {
    let mut walk = WalkBuilder::new(root);
    walk.hidden(false).follow_links(false).git_global(false).parents(false).require_git(false);
    walk.filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        let folder = entry.file_type().is_some_and(|t| t.is_dir());
        // Another repository or worktree below this one is none of its code.
        let hidden = entry.depth() > 0 && !is_read(&name, folder, entry.path().parent());
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
