//! A file of Rust that nobody imports, and how it may be at work all the same: by the modules it makes part of the crate, by its
//! macros, by what it implements for others, or as the face of a library.

use std::collections::BTreeSet;

use super::modules::{names_module, parent, resolve};
use super::{Project, Wired, awake, built, macros};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Import, Outline, Symbol};

/// Finds who uses one of the files that a file of Rust only makes part of the crate: `use crate::handlers::{orders}`.
fn child_in_use(
    project: &Project<'_>,
    path: &RepoPath,
    outline: &Outline,
) -> Option<(RepoPath, RepoPath, u32)> {
    let declared = outline.imports.iter().filter(|i| i.declares).take(60);
    let children: BTreeSet<RepoPath> =
        declared.flat_map(|i| resolve(project, path, outline, i)).filter(|c| c != path).collect();
    for file in project.candidates(path, outline).iter().take(100).filter(|f| !children.contains(*f)) {
        let Some(other) = project.outline(file) else { continue };
        for import in other.imports.iter().filter(|i| !i.declares && !i.passes_on) {
            let leads = resolve(project, file, &other, import);
            let found = import.names.iter().find_map(|name| {
                let module = names_module(project, file, &other, import, &name.name).unwrap_or_default();
                let child = leads.iter().chain(&module).find(|to| children.contains(*to))?.clone();
                let local = if name.local.is_empty() { &name.name } else { &name.local };
                Some((child, other.uses.get(local)?.any()?))
            });
            if let Some((child, line)) = found {
                return Some((child, file.clone(), line));
            }
        }
    }
    None
}

/// Returns the root of a library that shows a file to other crates, by `pub mod` from step to step. Where a program of the
/// repository exists, the library is its own, and what it does not use is not used.
fn shown_by(project: &Project<'_>, path: &RepoPath) -> Option<RepoPath> {
    let program = |p: &RepoPath| {
        let inner = format!("/{p}");
        inner.ends_with("/src/main.rs") || inner.contains("/src/bin/")
    };
    if project.survey.paths.iter().any(program) {
        return None;
    }
    let mut at = path.clone();
    for _ in 0..20 {
        let above = parent(project, &at)?;
        let outline = project.outline(&above)?;
        let declared = outline
            .imports
            .iter()
            .find(|i| i.declares && resolve(project, &above, &outline, i).contains(&at))?;
        let open = project.text(&above)?.get(declared.at.clone())?.starts_with("pub mod ");
        if !open {
            return None;
        }
        if above.file_name() == "lib.rs" {
            return Some(above);
        }
        at = above;
    }
    None
}

/// The methods that a file gives to others.
fn members(outline: &Outline) -> impl Iterator<Item = &Symbol> {
    outline.symbols.iter().filter(|s| s.owner.is_some() && s.exported)
}

/// Where a file of Rust calls a method of another, by its name alone.
pub(super) fn calls_member<'o>(here: &Outline, there: &'o Outline) -> Option<(&'o str, u32)> {
    calls_one_of(here, members(there))
}

fn calls_one_of<'o>(here: &Outline, mut methods: impl Iterator<Item = &'o Symbol>) -> Option<(&'o str, u32)> {
    let called = |s: &'o Symbol| Some((s.name.as_str(), here.uses.get(&s.name)?.member?));
    methods.find_map(called).filter(|_| here.grammar == Grammar::Rust)
}

/// Macros and attributes that make a type known to others, who then need no name of it.
const REGISTERS: [&str; 4] = ["submit!", "typetag", "distributed_slice", "#[ctor"];

/// A Rust file that nobody imports may still be at work: by what it implements for the types of others.
pub(super) fn at_work(
    project: &Project<'_>,
    path: &RepoPath,
    outline: &Outline,
    nearest: Option<(String, RepoPath, u32)>,
) -> Wired {
    let above = parent(project, path);
    let belongs = above.as_ref().is_some_and(|p| {
        project
            .outline(p)
            .is_none_or(|o| o.imports.iter().any(|i| i.declares && resolve(project, p, &o, i).contains(path)))
    });
    let by_path = || {
        let named = project.survey.mentions.get(path.file_name()).into_iter().flatten();
        named.into_iter().filter(|p| *p != path && p.as_str().ends_with(".rs")).any(|p| {
            let given = |i: &Import| i.declares && i.from.starts_with('"');
            project.outline(p).is_some_and(|o| {
                o.imports.iter().any(|i| given(i) && resolve(project, p, &o, i).contains(path))
            })
        })
    };
    if !belongs && !by_path() {
        if built::for_tests_alone(project, path) {
            if project.text(path).is_some_and(built::holds_tests) {
                return Wired::NotAsked("its tests are run, not imported".to_owned());
            }
            let why = "the crate takes it in for its tests alone (`#[cfg(test)]`)";
            return Wired::No { why: why.to_owned(), at: None };
        }
        return Wired::No { why: "no `mod` makes it part of a crate".to_owned(), at: None };
    }
    if let Some(found) = macros::in_use(project, path, outline, above.as_ref()) {
        return found;
    }
    let methods = members(outline).next().is_some();
    // Where a type was brought in and left, nobody calls its methods: who makes a value of it names it. What the file does for
    // the types of others is called without a name of it.
    let text = project.text(path).unwrap_or("");
    let registers = REGISTERS.iter().any(|word| text.contains(word));
    let left = nearest.is_some() && !registers;
    let own = |of: &str| outline.symbols.iter().any(|s| s.owner.is_none() && s.name == of);
    let reaches = |method: &&Symbol| {
        let is_type = |of: &String| own(of) && !project.may_be_trait(path, outline, of);
        !left || !method.owner.as_ref().is_some_and(is_type)
    };
    let reached: Vec<&Symbol> = members(outline).filter(reaches).collect();
    let owns = outline.symbols.iter().any(|s| s.owner.is_none() && s.exported);
    for file in project.candidates(path, outline).iter().take(400) {
        let Some(other) = project.outline(file).filter(|_| methods) else { continue };
        let found = calls_one_of(&other, reached.iter().copied());
        // What of the file runs is looked at only where it matters.
        let found = found.and_then(|found| match awake::of(project, file, &other) {
            Some(awake) => calls_one_of(&awake, reached.iter().copied()),
            None => Some(found),
        });
        if let Some((name, line)) = found {
            return Wired::Yes {
                file: file.clone(),
                line,
                how: format!("`{name}` is called at {file}:{line}"),
            };
        }
    }
    if !owns
        && !methods
        && let Some((child, file, line)) = child_in_use(project, path, outline)
    {
        let how = format!("`{child}`, which it makes part of the crate, is used at {file}:{line}");
        return Wired::Yes { file, line, how };
    }
    if !owns && !methods {
        let declared = outline.imports.iter().filter(|i| i.declares).take(60);
        for child in declared.flat_map(|i| resolve(project, path, outline, i)).filter(|c| c != path) {
            if let Wired::Yes { file, line, .. } = project.wired(&child) {
                let how = format!("`{child}`, which it makes part of the crate, is used at {file}:{line}");
                return Wired::Yes { file, line, how };
            }
        }
    }
    if registers {
        let why = "it belongs to the crate, and makes what it offers known by a macro or an attribute";
        return Wired::CannotTell(why.to_owned());
    }
    if !owns {
        return Wired::CannotTell(
            "it belongs to the crate and implements what others may call unseen".to_owned(),
        );
    }
    match nearest {
        Some((why, file, line)) => Wired::No { why, at: Some((file, line)) },
        None => {
            let why = "it belongs to the crate, and nothing uses what it offers";
            match shown_by(project, path) {
                Some(root) => Wired::CannotTell(format!("{why}, but `{root}` shows it to other crates")),
                None => Wired::No { why: why.to_owned(), at: None },
            }
        }
    }
}
