//! Files of Rust that no build takes in but that of the tests: what uses another file there uses it in tests alone.

use super::mention::joined;
use super::{Project, has_word, modules, role};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;

impl Project<'_> {
    /// Tells whether a file lies in a folder that a file of Rust names from where its crate lies.
    pub(crate) fn lies_in(&self, from: &RepoPath, folder: &str, path: &RepoPath) -> bool {
        let base = self.manifests.crate_of(from).and_then(|folder| RepoPath::parse(folder).ok());
        let folder = joined(base.as_ref(), folder);
        let below = folder.and_then(|folder| path.as_str().strip_prefix(&folder).map(str::to_owned));
        below.is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Tells whether a crate takes a file in for its tests alone: `#![cfg(test)]` at its head, or `#[cfg(test)] mod pay;` where
/// it is declared and no `mod` without that. What cannot be seen may be built.
pub(super) fn for_tests_alone(project: &Project<'_>, path: &RepoPath) -> bool {
    if !path.as_str().ends_with(".rs") {
        return false;
    }
    if let Some(known) = project.for_tests.borrow().get(path) {
        return *known;
    }
    // Modules that declare each other end here.
    project.for_tests.borrow_mut().insert(path.clone(), false);
    let found = project.text(path).is_some_and(begins_in_tests) || declared_for_tests(project, path);
    project.for_tests.borrow_mut().insert(path.clone(), found);
    found
}

/// Tells whether a file among the sources of a crate is in none: no `mod` of those above it declares it, no settings and no
/// `#[path]` or `include!` name it. What cannot be seen may declare it.
pub(super) fn in_no_crate(project: &Project<'_>, path: &RepoPath) -> bool {
    if !path.as_str().ends_with(".rs") {
        return false;
    }
    if let Some(known) = project.left_out.borrow().get(path) {
        return *known;
    }
    // Modules that declare each other end here.
    project.left_out.borrow_mut().insert(path.clone(), false);
    let found = is_among_sources(project, path) && !declared_somewhere(project, path);
    project.left_out.borrow_mut().insert(path.clone(), found);
    found
}

/// Tells whether a file lies in the `src` of a crate and is no root there.
fn is_among_sources(project: &Project<'_>, path: &RepoPath) -> bool {
    if matches!(role::stem(path), "main" | "lib" | "build") || project.manifests.starts(path).is_some() {
        return false;
    }
    let within = |folder: &str| match folder {
        "" => path.as_str().strip_prefix("src/"),
        folder => path.as_str().strip_prefix(folder)?.strip_prefix("/src/"),
    };
    let all = project.manifests.crates.iter();
    let owner = all.filter(|c| within(&c.folder).is_some()).max_by_key(|c| c.folder.len());
    let Some(owner) = owner else { return false };
    if owner.lib == path.as_str() || within(&owner.folder).is_some_and(|rest| rest.starts_with("bin/")) {
        return false;
    }
    let settings = if owner.folder.is_empty() {
        "Cargo.toml".to_owned()
    } else {
        format!("{}/Cargo.toml", owner.folder)
    };
    let text = RepoPath::parse(&settings).ok().and_then(|settings| project.text(&settings));
    // A program may begin in any file.
    text.is_some_and(|text| !text.contains(path.file_name()))
}

fn declared_somewhere(project: &Project<'_>, path: &RepoPath) -> bool {
    let name = module_of(path);
    let above = modules::parents(project, path);
    let declares = |above: &RepoPath| {
        let Some(text) = project.text(above) else { return true };
        // By its word alone: a macro may be given what it declares.
        let code = Code::new(above, text).text;
        (has_word(&code, &name) || code.contains("automod")) && !in_no_crate(project, above)
    };
    let named = |(other, text): (&RepoPath, &String)| {
        other != path && other.as_str().ends_with(".rs") && text.contains(path.file_name())
    };
    above.is_empty() || above.iter().any(declares) || project.survey.texts.iter().any(named)
}

/// The name by which a `mod` declares a file.
fn module_of(path: &RepoPath) -> String {
    match role::stem(path) {
        "mod" => path.parent().map(|folder| folder.file_name().to_owned()).unwrap_or_default(),
        stem => stem.to_owned(),
    }
}

fn declared_for_tests(project: &Project<'_>, path: &RepoPath) -> bool {
    let name = module_of(path);
    let mut in_tests = false;
    for above in modules::parents(project, path) {
        let declares = match project.text(&above) {
            None => Some(true),
            // Parsing is what takes time, and most modules have nothing to do with tests.
            Some(text) if !text.contains("test") => has_word(text, &name).then_some(true),
            Some(_) => modules::declares(project, &above, path),
        };
        match declares {
            Some(true) if !for_tests_alone(project, &above) => return false,
            Some(_) => in_tests = true,
            None => {}
        }
    }
    in_tests
}

/// Tells whether the attributes at the head of a file leave it to tests.
fn begins_in_tests(text: &str) -> bool {
    let head = text.trim_start_matches('\u{feff}').lines().map(str::trim).take(200);
    let mut head = head.take_while(|l| l.is_empty() || l.starts_with("//") || l.starts_with("#!["));
    head.any(|line| {
        let said: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        said.starts_with("#![cfg(test)]") || said.starts_with("#![cfg(all(test,")
    })
}

/// Tells whether a text of Rust holds tests that are run.
pub(super) fn holds_tests(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| {
        line.starts_with("#[test]")
            || line.starts_with("#[") && (line.contains("::test") || line.contains("rstest"))
    })
}
