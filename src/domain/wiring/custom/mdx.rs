//! Pages of MDX: prose that imports components and shows them. What stands in a block of code or between backticks is prose.

use super::super::{Project, Wired, is_test, modules, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Grammar;

/// Most pages that are looked at.
const MOST: usize = 400;
/// Libraries that make pages of MDX, by a part of their names.
const MADE_BY: [&str; 9] =
    ["mdx", "astro", "docusaurus", "nextra", "gatsby", "storybook", "contentlayer", "fumadocs", "velite"];

/// Looks for a page that imports a file and shows what it imports, where something makes pages of it.
pub(in crate::domain::wiring) fn shown(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    let (file, line, name) = page(project, path)?;
    let made =
        project.manifests.package_has(&file, |library| MADE_BY.iter().any(|part| library.contains(part)));
    let how = format!("`{name}` is imported at {file}:{line} and shown there");
    made.then_some(Wired::Yes { file, line, how })
}

/// Names a page that imports and shows a file, though nothing is known that makes a page of it.
pub(in crate::domain::wiring) fn may_show(project: &Project<'_>, path: &RepoPath) -> Option<String> {
    let (file, line, name) = page(project, path)?;
    Some(format!("`{name}` is imported at {file}:{line} and shown there"))
}

fn page(project: &Project<'_>, path: &RepoPath) -> Option<(RepoPath, u32, String)> {
    let shows = [".vue", ".svelte", ".astro"].iter().any(|end| path.as_str().ends_with(end));
    if !shows && !Grammar::of(path).is_some_and(Grammar::is_script) {
        return None;
    }
    let module = role::module_name(path);
    let words = [path.file_name(), role::stem(path), module.as_str()];
    let holders = words.iter().filter_map(|word| project.survey.mentions.get(*word)).flatten();
    for file in holders.filter(|p| p.as_str().ends_with(".mdx") && !is_test(p)).take(MOST) {
        let Some(text) = project.text(file) else { continue };
        let lines = code_lines(text);
        for (number, line) in &lines {
            let Some((names, from)) = import(line) else { continue };
            if !modules::script(project, file, from).contains(path) {
                continue;
            }
            let used = |name: &&String| {
                let tags = [format!("<{name}"), format!("{{{name}")];
                lines.iter().any(|(_, line)| tags.iter().any(|tag| line.contains(tag.as_str())))
            };
            if let Some(name) = names.iter().find(used) {
                return Some((file.clone(), *number, name.clone()));
            }
        }
    }
    None
}

/// The lines of a page that stand in no block of code.
fn code_lines(text: &str) -> Vec<(u32, &str)> {
    let mut open = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            open = !open;
        } else if !open {
            lines.push((number, line));
        }
    }
    lines
}

/// The names that a line imports, and from where; it must begin the line.
fn import(line: &str) -> Option<(Vec<String>, &str)> {
    let (names, from) = line.strip_prefix("import ")?.rsplit_once(" from ")?;
    let from = from.trim().trim_end_matches(';').trim_matches(['"', '\'']);
    let each = names.split([',', '{', '}']).filter_map(|name| {
        let local = name.rsplit(" as ").next().unwrap_or(name).trim();
        (!local.is_empty() && local != "type").then(|| local.to_owned())
    });
    Some((each.collect(), from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_is_told_from_prose_about_one() {
        assert_eq!(
            import("import { A, B as C } from './a';"),
            Some((vec!["A".to_owned(), "C".to_owned()], "./a"))
        );
        assert_eq!(import("import A from \"./a\""), Some((vec!["A".to_owned()], "./a")));
        assert_eq!(import("`import A from './a'` brings it in"), None);
        assert_eq!(code_lines("a\n```\nimport A\n```\nb"), [(1, "a"), (5, "b")]);
    }
}
