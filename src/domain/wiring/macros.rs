//! Macros of Rust by their rules, and where other files call them: `shout!("x")`. No `use` brings such a macro in; that of the
//! module says `#[macro_use]`, or it is put at the root of its crate.

use super::modules::parent;
use super::{Project, Wired, awake, modules};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Import, Outline, line_of};

/// The macros that a file makes.
fn made<'o>(own: &str, outline: &'o Outline) -> Vec<&'o str> {
    let by_rules = |at: usize| own.get(..at).is_some_and(|t| t.trim_end().ends_with("macro_rules!"));
    outline.symbols.iter().filter(|s| by_rules(s.at)).map(|s| s.name.as_str()).collect()
}

/// Tells whether a file gives its macros to others: it says so of them, or what stands above takes them in.
fn given(own: &str, names: &[&str], above: Option<&str>) -> bool {
    own.contains("#[macro_export")
        || above.is_some_and(|t| t.contains("#[macro_use"))
        || names.iter().any(|n| own.contains(&format!("use {n}")))
}

/// Where a file calls a macro by its name; what stands in comments and texts, and what never runs, calls nothing. Behind the
/// name of a crate that is none of the repository another macro is meant: `anyhow::ensure!`.
fn call_of(project: &Project<'_>, other: &Outline, text: &str, name: &str) -> Option<usize> {
    let hidden = |at: &usize| {
        let within = |ranges: &[std::ops::Range<usize>]| ranges.iter().any(|r| r.contains(at));
        within(&other.comments) || within(&other.strings) || within(&other.dead)
    };
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    let own = |at: &usize| {
        let before = &text[..*at];
        let path = &before[before.trim_end_matches(|c| joins(c) || c == ':' || c == '$').len()..];
        let Some(path) = path.strip_suffix("::") else { return path.is_empty() };
        let head = path.split("::").next().unwrap_or(path);
        matches!(head, "crate" | "$crate" | "self" | "super")
            || project.manifests.crates.iter().any(|c| c.name == head)
    };
    let mut places = text.match_indices(name).map(|(at, _)| at);
    places.find(|at| text[*at + name.len()..].starts_with('!') && own(at) && !hidden(at))
}

/// Where a macro of a file is called.
pub(super) fn in_use(
    project: &Project<'_>,
    path: &RepoPath,
    outline: &Outline,
    above: Option<&RepoPath>,
) -> Option<Wired> {
    let own = project.text(path)?;
    let names = made(own, outline);
    let given = given(own, &names, above.and_then(|p| project.text(p)));
    let files = if names.is_empty() { Vec::new() } else { project.candidates(path, outline) };
    for file in files.iter().take(400) {
        let (Some(other), Some(text)) = (project.outline(file), project.text(file)) else { continue };
        for name in &names {
            let Some(at) = call_of(project, &other, text, name) else { continue };
            let line = line_of(text, at);
            return Some(if given {
                let how = format!("`{name}!` is called at {file}:{line}");
                Wired::Yes { file: file.clone(), line, how }
            } else {
                Wired::CannotTell(format!(
                    "a macro `{name}!` is called at {file}:{line}, and nothing gives this one to others"
                ))
            });
        }
    }
    None
}

/// The line at which one file calls a macro that another gives to the rest of its crate. One of the same name that the first
/// makes itself, or brings in from elsewhere, is called instead.
pub(super) fn called(
    project: &Project<'_>,
    from: &RepoPath,
    here: &Outline,
    to: &RepoPath,
    there: &Outline,
) -> Option<u32> {
    if here.grammar != Grammar::Rust || there.grammar != Grammar::Rust {
        return None;
    }
    let (text, own) = (project.text(from)?, project.text(to)?);
    let names = made(own, there);
    let above = parent(project, to).filter(|p| modules::declares(project, p, to) == Some(true))?;
    if names.is_empty() || !given(own, &names, project.text(&above)) {
        return None;
    }
    let nearer = made(text, here);
    let foreign = |name: &str| {
        let binds = |i: &Import| {
            let leads = modules::resolve(project, from, here, i);
            // At the root of the crate it has no other name to be found by.
            let lacks = |f: &RepoPath| project.surely_lacks(f, name);
            !i.declares
                && i.names.iter().any(|n| n.local == name)
                && !leads.contains(to)
                && (leads.is_empty() || !leads.iter().all(lacks))
        };
        here.imports.iter().any(binds)
    };
    let awake = awake::of(project, from, here);
    let runs = awake.as_ref().unwrap_or(here);
    let mut names = names.into_iter().filter(|name| !nearer.contains(name) && !foreign(name));
    names.find_map(|name| Some(line_of(text, call_of(project, runs, text, name)?)))
}
