//! The name of a link's far end as a word in the code of `from`, where no import can be followed to it.

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Import};
use crate::domain::wiring::Project;

use super::super::artifact::written_path;
use super::super::code_text::Code;
use super::super::matching::PATTERN_LIMIT;
use super::target::is_file_name;

/// Stems that say nothing by themselves; their folder's name does.
const COMMON_STEMS: [&str; 9] =
    ["index", "mod", "lib", "main", "__init__", "types", "utils", "page", "route"];

/// Finds the target's path, file name or stem as a whole word.
pub(super) fn named(
    from: &Code<'_>,
    project: Option<&Project<'_>>,
    file: Option<&RepoPath>,
    to: &str,
) -> Option<usize> {
    let to = written_path(to);
    let name = to.trim_end_matches('/').rsplit('/').next().unwrap_or(to);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let folder = to.rsplit('/').nth(1);
    let mut words = vec![to.to_owned()];
    // Of a name of code its last part is what is meant, and no file.
    if to.contains('.') && !to.contains('/') && !is_file_name(to) {
        words.extend(to.rsplit('.').next().filter(|last| last.len() >= 3).map(str::to_owned));
        return words.iter().find_map(|word| whole_word(&from.text, word, &|_| true));
    }
    if !COMMON_STEMS.contains(&stem) && stem.chars().count() >= 2 {
        words.extend([name.to_owned(), stem.to_owned(), stem.replace('-', "_")]);
    } else if let Some(folder) = folder {
        words.push(format!("{folder}/{stem}"));
        words.push(format!("{folder}::{stem}"));
        if matches!(stem, "index" | "mod" | "lib" | "__init__") && folder != "src" {
            words.push(folder.to_owned());
        }
    }
    let strangers = strangers(from, project, file, stem, folder);
    let bound = strangers.iter().flat_map(|i| &i.names).any(|n| n.local == stem);
    let fits = |word: &str, at: usize| {
        let bare = word == stem;
        !(bare && (bound || strangers.iter().any(|i| i.at.start <= at && at < i.at.end)))
    };
    words.iter().find_map(|word| whole_word(&from.text, word, &|at| fits(word, at)))
}

/// Imports of Python from a package that is another's, of which a module is called like the target: `fastapi.security` is
/// not `app/core/security.py`.
fn strangers<'c>(
    from: &'c Code<'_>,
    project: Option<&Project<'_>>,
    file: Option<&RepoPath>,
    stem: &str,
    folder: Option<&str>,
) -> Vec<&'c Import> {
    let Some(outline) = from.outline.as_deref().filter(|o| o.grammar == Grammar::Python) else {
        return Vec::new();
    };
    let other = |import: &&Import| {
        let leads = project.and_then(|p| p.leads_to(from.path, outline, import));
        if let (Some(leads), Some(file)) = (&leads, file) {
            return leads != file;
        }
        let mut steps: Vec<&str> = import.from.split('.').collect();
        if !steps.contains(&stem) && import.names.iter().any(|n| n.name == stem) {
            steps.push(stem);
        }
        let Some(at) = steps.iter().rposition(|step| *step == stem) else { return false };
        let before = at.checked_sub(1).and_then(|before| steps.get(before)).copied().unwrap_or("");
        !before.is_empty() && leads.is_none() && folder.is_none_or(|folder| folder != before)
    };
    outline.imports.iter().filter(other).collect()
}

fn whole_word(text: &str, word: &str, fits: &dyn Fn(usize) -> bool) -> Option<usize> {
    if word.is_empty() || word.len() > PATTERN_LIMIT {
        return None;
    }
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let before = text[..*at].chars().next_back().is_some_and(joins) && word.starts_with(joins);
        let after = text[*at + word.len()..].chars().next().is_some_and(joins) && word.ends_with(joins);
        !before && !after && fits(*at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_of_another_package_does_not_name_the_file_called_so() {
        let path = RepoPath::parse("app/deps.py").expect("a path");
        for (text, found) in [
            ("from fastapi.security import Bearer\nBearer()\n", false),
            ("from fastapi import security\nsecurity.Bearer()\n", false),
            ("import fastapi.security\n", false),
            ("from app.core.security import check\n", true),
            ("from core import security\nsecurity.check()\n", true),
            ("from . import security\n", true),
            ("from security import check\n", true),
            ("from fastapi.security import Bearer\nload('core/security.py')\n", true),
            ("x = security.check()\n", true),
        ] {
            let code = Code::new(&path, text);
            assert_eq!(named(&code, None, None, "core/security.py").is_some(), found, "{text}");
        }
    }
}
