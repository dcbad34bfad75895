//! Whether any other file calls what a file shows to few: functions of Go that the package sees, of Rust that modules below
//! see, of Python whose names begin with an underscore, classes and methods of Java and C# that say of nobody that he sees
//! them.

use super::{Project, is_test, modules, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline};

/// Tells whether a function of a file may be called in another. Tests call nothing in the program; what was not looked for
/// may be called.
pub(super) fn is_called(project: &Project<'_>, path: &RepoPath, here: &Outline, name: &str) -> bool {
    let Some(files) = project.survey.mentions.get(name) else { return true };
    let mut others = files.iter().filter(|f| *f != path && !is_test(f));
    if here.grammar == Grammar::Go {
        // An assembler's file counts as well, and one that only speaks of it.
        return others.any(|f| f.parent() == path.parent());
    }
    here.grammar == Grammar::Rust && is_taken_in(project, path)
        || others.any(|file| calls(project, path, here, file, name).unwrap_or(true))
}

/// Tells whether a file of Rust is named by another, which may make a module of it: `#[path = "../main.rs"]`.
fn is_taken_in(project: &Project<'_>, path: &RepoPath) -> bool {
    let name = format!("{}\"", path.file_name());
    let names = |(other, text): (&RepoPath, &String)| {
        other != path && other.as_str().ends_with(".rs") && text.contains(&name)
    };
    project.survey.texts.iter().any(names)
}

/// The same of one file; nothing where its text is not known.
fn calls(
    project: &Project<'_>,
    path: &RepoPath,
    here: &Outline,
    file: &RepoPath,
    name: &str,
) -> Option<bool> {
    let text = project.text(file)?;
    let Some(other) = project.outline(file) else {
        // A page or a setting may name a function, where a document only speaks of it.
        let prose =
            ["md", "rst", "txt", "adoc"].iter().any(|end| file.as_str().ends_with(&format!(".{end}")));
        return Some(!prose);
    };
    if !other.grammar.speaks_with(here.grammar) {
        return Some(false);
    }
    let own = other.symbols.iter().any(|s| s.name == name);
    let within = |ranges: &[std::ops::Range<usize>], at: usize| ranges.iter().any(|r| r.contains(&at));
    let calls = |at: usize| {
        if within(&other.comments, at) || within(&other.dead, at) || within(&other.definitions, at) {
            return false;
        }
        // Whoever inherits a method, or declares one of that name anew, may mean it by its name alone.
        if matches!(here.grammar, Grammar::Java | Grammar::CSharp) {
            return true;
        }
        if let Some(import) = other.imports.iter().find(|i| i.at.contains(&at)) {
            let leads = modules::resolve(project, file, &other, import);
            return leads.is_empty() || project.brings(file, &other, import, path);
        }
        if within(&other.strings, at) {
            return true;
        }
        let before = text.get(..at).unwrap_or("").trim_end();
        if let Some(receiver) = before.strip_suffix('.').map(last_word) {
            return !(own && matches!(receiver, "self" | "cls"));
        }
        match before.strip_suffix("::").map(last_word) {
            Some(step) => leads_here(path, here, step, own),
            None => !own && brings_all(project, path, &other, file),
        }
    };
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |at: &usize| {
        let (before, after) = (text.get(..*at).unwrap_or(""), text.get(at + name.len()..).unwrap_or(""));
        !before.ends_with(joins) && !after.starts_with(joins)
    };
    let mut places = text.match_indices(name).map(|(at, _)| at).filter(whole);
    Some(places.any(calls))
}

/// Tells whether the step of a path of Rust before a name may stand for a file: `super::`, `desk::`, or a type.
fn leads_here(path: &RepoPath, here: &Outline, step: &str, own: bool) -> bool {
    match step {
        "crate" | "super" => true,
        "self" | "Self" => !own,
        step if step.starts_with(char::is_lowercase) => {
            step == role::module_name(path) || !here.inner.is_empty()
        }
        _ => true,
    }
}

/// Tells whether a file of Rust takes in all of another: `use super::*`.
fn brings_all(project: &Project<'_>, path: &RepoPath, other: &Outline, file: &RepoPath) -> bool {
    other.grammar == Grammar::Rust
        && other.imports.iter().filter(|i| i.all).any(|import| {
            let leads = modules::resolve(project, file, other, import);
            leads.is_empty() || leads.contains(path)
        })
}

/// The word at the end of a text.
fn last_word(text: &str) -> &str {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let start = text.trim_end_matches(joins).len();
    text.get(start..).unwrap_or("")
}
