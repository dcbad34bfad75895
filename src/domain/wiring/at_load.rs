//! Code that does its work as it is brought in: `init` of Go that hands on what its file declares, and files of a gem that
//! its main file requires.

use super::{MOST_PARSED, Project, has_word, role, visible};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::{Grammar, Import, Outline, line_of};

/// Tells whether a file of Go has an `init`.
pub(super) fn begins(outline: &Outline) -> bool {
    outline.grammar == Grammar::Go && outline.symbols.iter().any(|s| s.name == "init" && s.owner.is_none())
}

/// How an import of the package that a file belongs to ends.
pub(super) fn bringing(path: &RepoPath) -> Option<String> {
    path.parent().map(|folder| format!("/{}\"", folder.file_name()))
}

/// Returns where a package of Go is in use whose `init` in this file hands on what the file declares:
/// `rootCmd.AddCommand(syncCmd)`. What it only sets for itself is known to nobody.
pub(super) fn by_init(project: &Project<'_>, path: &RepoPath, outline: &Outline) -> Option<(RepoPath, u32)> {
    if outline.grammar != Grammar::Go || outline.left_out {
        return None;
    }
    let init = outline.symbols.iter().find(|s| s.name == "init" && s.owner.is_none())?;
    let code = Code::new(path, project.text(path)?);
    let text = code.text.get(init.at..)?;
    let first = text.lines().next()?.trim_end();
    let body =
        if first.ends_with('}') { first } else { text.split_once("\n}").map_or(text, |(body, _)| body) };
    let (_, body) = body.split_once('{')?;
    let mut names = outline.symbols.iter().filter(|s| s.owner.is_none() && s.name != "init");
    // `_ = syncCmd` gives it to nobody.
    let given = |name: &str| {
        body.split(['(', ',', ')', ';', '\n']).any(|part| part.trim().trim_start_matches('&') == name)
    };
    let hands_on = names.any(|s| has_word(body, &s.name) && given(&s.name));
    if !hands_on || !body.contains('(') {
        return None;
    }
    let folder = path.parent().map(|f| f.to_string()).unwrap_or_default();
    let package = outline.homes.first().map(String::as_str).unwrap_or_default();
    let holders = project.survey.mentions.get(&bringing(path)?).into_iter().flatten().cloned();
    let users = project.candidates(path, outline).into_iter().chain(holders);
    for file in users.take(MOST_PARSED) {
        if file.parent() == path.parent() || !super::counts(project, &file, path) {
            continue;
        }
        let Some(other) = project.outline(&file).filter(|o| o.grammar == Grammar::Go) else { continue };
        let brings = |import: &&Import| {
            visible::go_folder(project, &import.from).is_some_and(|f| f == folder)
                && import.names.iter().all(|n| {
                    let name = if other.uses.contains_key(&n.local) { n.local.as_str() } else { package };
                    n.local == "_" || other.uses.contains_key(name)
                })
        };
        if let Some(import) = other.imports.iter().find(brings) {
            let line = line_of(project.text(&file).unwrap_or(""), import.at.start);
            return Some((file, line));
        }
    }
    None
}

/// Tells whether a file of Ruby needs no more of another than to require it: the main file of a gem its parts, and whoever
/// requires a gem's main file its module.
pub(super) fn of_gem(
    from: &RepoPath,
    here: &Outline,
    import: &Import,
    to: &RepoPath,
    there: &Outline,
) -> bool {
    if here.grammar != Grammar::Ruby {
        return false;
    }
    let is_main = |path: &RepoPath| {
        path.file_name().ends_with(".rb") && path.parent().is_some_and(|folder| folder.file_name() == "lib")
    };
    let asked = import.from.trim_start_matches("./");
    let part = is_main(from)
        && asked.strip_prefix(role::stem(from)).is_some_and(|rest| rest.starts_with('/'))
        && to.as_str().trim_end_matches(".rb").ends_with(asked);
    let name = role::stem(to).replace(['_', '-'], "");
    let module = is_main(to)
        && there
            .symbols
            .iter()
            .any(|s| s.owner.is_none() && s.name.to_lowercase() == name && here.uses.contains_key(&s.name));
    part || module
}
