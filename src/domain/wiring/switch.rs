//! Switches that a file takes from another: constants that are plainly off there, and that nobody sets.

use super::{Origin, Project, is_test, modules, visible};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Binding, Grammar, Import, Outline, is_only_asked};

/// How a script passes on all that another gives.
const PASSES: &str = "export *";

/// Returns the import that the first step of a path comes in by.
fn brought<'o>(here: &'o Outline, root: &str) -> Option<(&'o Import, &'o Binding)> {
    here.imports.iter().filter(|i| !i.passes_on).find_map(|import| {
        let binding = import.names.iter().find(|n| n.local == root && !n.type_only)?;
        Some((import, binding))
    })
}

/// Tells whether what a condition asks may be a switch of another file, by its name alone.
pub(super) fn may_be_off(here: &Outline, guard: &str) -> bool {
    let steps: Vec<&str> = guard.split('.').collect();
    let (root, last) = (steps.first().copied().unwrap_or(""), steps.last().copied().unwrap_or(""));
    match here.grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python => {
            brought(here, root).is_some()
        }
        Grammar::Rust => last.len() > 1 && !last.contains(char::is_lowercase),
        Grammar::Go => steps.len() == 2 && brought(here, root).is_some(),
        Grammar::Java | Grammar::CSharp => steps.len() > 1 && root.starts_with(char::is_uppercase),
        Grammar::Ruby => false,
    }
}

/// The words by which the files are found that declare a switch, and those that may set it.
pub(super) fn names(here: &Outline, guard: &str) -> Vec<String> {
    let root = guard.split('.').next().unwrap_or_default();
    let steps = guard.split('.').map(str::to_owned);
    let Some((import, binding)) = brought(here, root) else { return steps.collect() };
    let original = Some(binding.name.clone()).filter(|name| name != "*" && name != "default");
    // Whoever takes a default gives it a name of his own, and names the module; what passes all on names nothing.
    let module = import.from.rsplit('/').next().map(|own| own.split('.').next().unwrap_or(own).to_owned());
    let whole = binding.name == "default" || import.dynamic && binding.name == "*";
    let module = module.filter(|own| whole && own.len() > 1);
    let passes = here.grammar.is_script().then(|| PASSES.to_owned());
    steps.chain(original).chain(module).chain(passes).collect()
}

/// Tells whether what a condition of a file asks is a constant of another that is off.
pub(super) fn is_off(project: &Project<'_>, from: &RepoPath, here: &Outline, guard: &str) -> bool {
    if !may_be_off(here, guard) {
        return false;
    }
    let steps: Vec<&str> = guard.split('.').collect();
    match here.grammar {
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python => {
            imported(project, from, here, &steps).is_some()
        }
        Grammar::Go => {
            let [root, name] = steps.as_slice() else { return false };
            let Some((import, _)) = brought(here, root) else { return false };
            let Some(folder) = visible::go_folder(project, &import.from) else { return false };
            let within = |f: &RepoPath| f.parent().is_some_and(|p| p.as_str() == folder);
            declared_once(project, name, Grammar::Go, name, within)
        }
        Grammar::Java | Grammar::CSharp => {
            let [.., class, name] = steps.as_slice() else { return false };
            declared_once(project, name, here.grammar, &format!("{class}.{name}"), |_| true)
        }
        Grammar::Rust => {
            let Some((name, before)) = steps.split_last() else { return false };
            let module = before.last().filter(|m| !matches!(**m, "crate" | "self" | "super"));
            let here_by_name = brought(here, name).is_some();
            let in_module =
                |file: &RepoPath| module.map_or(here_by_name, |m| super::role::module_name(file) == *m);
            declared_once(project, name, Grammar::Rust, name, in_module)
        }
        Grammar::Ruby => false,
    }
}

/// Tells whether one file alone declares a constant of a name, and has it off. A type's members go by their type.
fn declared_once(
    project: &Project<'_>,
    word: &str,
    grammar: Grammar,
    path: &str,
    fits: impl Fn(&RepoPath) -> bool,
) -> bool {
    let Some(files) = project.survey.mentions.get(word) else { return false };
    let owner = path.split_once('.').map(|(owner, _)| owner);
    let mut declaring = files.iter().filter(|f| fits(f) && !is_test(f)).filter_map(|file| {
        let outline = project.outline(file).filter(|o| o.grammar == grammar)?;
        let declares = outline.symbols.iter().any(|s| match owner {
            Some(owner) => s.name == owner && s.owner.is_none(),
            None => s.name == word && s.owner.is_none(),
        });
        declares.then(|| outline.off.contains(path))
    });
    declaring.next() == Some(true) && declaring.next().is_none()
}

/// The same of what an import brings; a table must not be filled by anybody who has it, nor a module of Python set.
fn imported(project: &Project<'_>, from: &RepoPath, here: &Outline, steps: &[&str]) -> Option<()> {
    let (root, rest) = steps.split_first()?;
    let (import, binding) = brought(here, root)?;
    let whole = modules::names_module(project, from, here, import, &binding.name);
    let module = binding.name == "*" || whole.is_some();
    let files = whole.unwrap_or_else(|| modules::resolve(project, from, here, import));
    let [file] = files.as_slice() else { return None };
    let origin = if module { Origin::Here } else { project.source(file, &binding.name) };
    let (file, own) = match &origin {
        Origin::Here => (file, binding.name.as_str()),
        Origin::At(file, own) => (file, own.as_str()),
        Origin::Gone(_) => return None,
    };
    // What `require` gives is what the module was set to, where it was set to one table.
    let common = import.dynamic && binding.name == "*" && {
        let off = &project.outline(file)?.off;
        off.contains(&format!("exports.{}", rest.join(".")))
    };
    let own = if common { Some("exports") } else { (!module).then_some(own) };
    let path: Vec<&str> = own.into_iter().chain(rest.iter().copied()).collect();
    if !project.outline(file)?.off.contains(&path.join(".")) {
        return None;
    }
    let (name, keys) = path.split_first()?;
    let python = here.grammar == Grammar::Python;
    if keys.is_empty() && !python {
        return Some(());
    }
    if *name == "default" || common {
        return takers_only_ask(project, file, keys).then_some(());
    }
    let holders = project.survey.mentions.get(*name)?;
    let others = holders.iter().filter(|f| *f != file && !is_test(f));
    for other in others {
        let text = project.text(other)?;
        let Some(outline) = project.outline(other) else {
            // A file of another kind has no hand in it.
            continue;
        };
        if !outline.grammar.speaks_with(here.grammar) {
            continue;
        }
        let renamed = outline.imports.iter().flat_map(|i| &i.names);
        if renamed.clone().any(|n| n.name == *name && n.local != *name) {
            return None;
        }
        let set = if python && keys.is_empty() {
            is_set(text, name)
        } else {
            let within = |before: &str| {
                let at = before.len();
                outline.imports.iter().any(|i| i.at.contains(&at))
            };
            !is_only_asked(text, name, keys, within)
        };
        if set {
            return None;
        }
    }
    Some(())
}

/// Tells whether everybody who takes the default of a script only asks it for its switches.
fn takers_only_ask(project: &Project<'_>, file: &RepoPath, keys: &[&str]) -> bool {
    let Some(holders) = project.survey.mentions.get(super::role::stem(file)) else { return false };
    holders.iter().filter(|other| *other != file && !is_test(other)).all(|other| {
        let Some(outline) = project.outline(other) else { return Grammar::of(other).is_none() };
        let Some(text) = project.text(other) else { return false };
        if !outline.grammar.is_script() {
            return true;
        }
        let mut leading =
            outline.imports.iter().filter(|i| modules::resolve(project, other, &outline, i).contains(file));
        leading.all(|import| {
            let within = |before: &str| {
                let named = import.dynamic && before.trim_end().ends_with("const");
                named || outline.imports.iter().any(|i| i.at.contains(&before.len()))
            };
            let whole = |n: &Binding| n.name != "*" || import.dynamic;
            let asks = |n: &Binding| whole(n) && is_only_asked(text, &n.local, keys, within);
            let mut taken = import.names.iter().filter(|n| n.name == "default" || n.name == "*");
            // Of a table within the table somebody may have taken hold by its name.
            let inner = import.names.iter().any(|n| keys.len() > 1 && keys.first() == Some(&n.name.as_str()));
            let known = !import.dynamic
                || import.names.iter().all(|n| !n.local.is_empty()) && !import.names.is_empty();
            known && !inner && !import.passes_on && taken.all(asks)
        })
    })
}

/// Tells whether a text of Python may set a name of a module: `flags.PAY = True`, `setattr(flags, "PAY", True)`.
fn is_set(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).unwrap_or("");
        let after = text.get(at + name.len()..).unwrap_or("").trim_start();
        let given = after.starts_with('=') && !after.starts_with("==");
        before.ends_with('.') && (given || after.starts_with("|=")) || before.ends_with(['"', '\''])
    })
}
