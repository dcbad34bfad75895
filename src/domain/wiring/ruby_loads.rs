//! What loads a file of Ruby. A name of it is none where nothing does: plain Ruby must be told (`require`, `load`,
//! `autoload`), Rails and Zeitwerk find it by its place.

use super::{Project, is_test};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::Grammar;

/// The words by which code loads what it does not name.
pub(super) const WORDS: [&str; 10] = [
    "Zeitwerk",
    "zeitwerk",
    "require_all",
    "require_dir",
    "Dir[",
    "Dir.glob",
    "autoload_lib",
    "autoload_paths",
    "eager_load",
    "Bundler.require",
];
/// Libraries that load code by its place.
const FRAMEWORKS: [&str; 6] = ["hanami", "padrino", "zeitwerk", "jets", "jekyll", "fastlane"];
/// Most files that are looked at.
const MOST: usize = 2_000;

/// Tells whether something loads a file, or may.
pub(super) fn may_be_loaded(project: &Project<'_>, path: &RepoPath) -> bool {
    let bare = path.as_str().strip_suffix(".rb").unwrap_or(path.as_str());
    if Grammar::of(path) != Some(Grammar::Ruby) || !path.as_str().ends_with(".rb") {
        return true;
    }
    let inner = format!("/{path}");
    let placed = ["/app/", "/config/", "/db/", "/_plugins/"].iter().any(|folder| inner.contains(folder));
    if placed && project.manifests.rails_app(path) || inner.contains("/_plugins/") {
        return true;
    }
    let gemfile = |p: &&RepoPath| matches!(p.file_name(), "Gemfile" | "Gemfile.lock");
    let texts = project.survey.paths.iter().filter(gemfile).filter_map(|p| project.text(p));
    if texts.into_iter().any(|text| FRAMEWORKS.iter().any(|f| text.contains(f))) {
        return true;
    }
    let others = |word: &str| {
        let all = project.survey.mentions.get(word).into_iter().flatten();
        all.filter(|p| *p != path && !is_test(p)).take(MOST)
    };
    // What loads all of a folder, or of several, names none of its files.
    let by_place = WORDS.iter().any(|word| others(word).any(|p| is_ruby(project, p)));
    by_place
        || others(super::role::stem(path)).any(|file| is_ruby(project, file) && loads(project, file, bare))
        || others(super::role::stem(path)).chain(others(&as_switch(path))).any(|file| {
            let tells = super::mention::is_prose(file) || super::notes::only_tells(file, path);
            !tells && project.text(file).is_some_and(|text| by_switch(&Code::new(file, text).text, bare))
        })
}

/// What of `-rpay` is one word.
pub(super) fn as_switch(path: &RepoPath) -> String {
    format!("r{}", super::role::stem(path))
}

/// Tells whether a command loads a file before its program: `ruby -Ilib -rpay`, `ruby -r ./lib/pay`.
fn by_switch(text: &str, bare: &str) -> bool {
    let commands = text.lines().filter_map(|line| line.split_once("ruby ").map(|(_, given)| given));
    commands.into_iter().any(|given| {
        let mut words =
            given.split(|c: char| c.is_whitespace() || "\"'`;|&".contains(c)).filter(|w| !w.is_empty());
        let mut found = false;
        while let (Some(word), false) = (words.next(), found) {
            let Some(name) = word.strip_prefix("-r") else { continue };
            let name = if name.is_empty() { words.next().unwrap_or_default() } else { name };
            let name = name.trim_start_matches("./").trim_end_matches(".rb");
            found = !name.is_empty() && (bare == name || bare == format!("lib/{name}"));
        }
        found
    })
}

fn is_ruby(project: &Project<'_>, path: &RepoPath) -> bool {
    let program = || Grammar::of_program(path, project.text(path).unwrap_or(""));
    Grammar::of(path).or_else(program) == Some(Grammar::Ruby)
}

/// Tells whether a file loads another by its path, from a folder that is not known.
fn loads(project: &Project<'_>, file: &RepoPath, bare: &str) -> bool {
    project.outline(file).is_some_and(|outline| {
        outline.imports.iter().any(|import| {
            let from = import.from.strip_suffix(".rb").unwrap_or(&import.from);
            let tail = from.trim_start_matches(['.', '/']);
            !tail.is_empty() && (bare == tail || bare.ends_with(&format!("/{tail}")))
        })
    })
}
