//! What Django's settings name: applications, modules by their dotted names, models as `app.Model`.

use std::ops::Range;

use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, SymbolKind};
use crate::domain::wiring::Project;

use super::super::code_text::Code;
use super::route::quoted;

/// Fields of a model that name another.
const FIELDS: [&str; 3] = ["ForeignKey(", "OneToOneField(", "ManyToManyField("];
/// Files that Django reads of every application that is installed.
const READ: [&str; 3] = ["apps.py", "models.py", "__init__.py"];

/// Tells whether a place in settings, or in a model's field, names the other file.
pub(super) fn names(from: &Code<'_>, project: &Project<'_>, place: &Range<usize>, to: &RepoPath) -> bool {
    if Grammar::of(to) != Some(Grammar::Python) || !from.path.file_name().ends_with(".py") {
        return false;
    }
    let Some((setting, value)) = assignment(&from.text, place).filter(|_| is_settings(from)) else {
        let start = from.text[..place.start].rfind('\n').map_or(0, |n| n + 1);
        let line = from.text[start..].lines().next().unwrap_or("");
        let field = FIELDS.iter().any(|field| line.contains(field));
        return field && quoted(line).iter().any(|text| is_model(project, text, to));
    };
    let told = &from.text[value];
    // A pattern that stands for one text of a list means that one.
    let found = &from.text[place.clone()];
    let all = quoted(told);
    let meant: Vec<&String> = all.iter().filter(|text| found.contains(text.as_str())).collect();
    let meant = if meant.is_empty() { all.iter().collect() } else { meant };
    let folder = to.parent().map(|f| f.to_string()).unwrap_or_default();
    meant.into_iter().any(|text| {
        project.is_meant(from.path, text, to)
            || setting.ends_with("_MODEL") && is_model(project, text, to)
            || setting.ends_with("_APPS")
                && READ.contains(&to.file_name())
                && crate::domain::wiring::installs(text, &folder)
    })
}

fn is_settings(from: &Code<'_>) -> bool {
    let folder = from.path.parent().is_some_and(|f| f.file_name() == "settings");
    folder || from.path.file_name().starts_with("settings") || from.text.contains("INSTALLED_APPS")
}

/// The name and the value of the setting that a place stands in.
fn assignment<'t>(text: &'t str, place: &Range<usize>) -> Option<(&'t str, Range<usize>)> {
    let mut start = text[..place.start].rfind('\n').map_or(0, |n| n + 1);
    for _ in 0..300 {
        let line = text[start..].lines().next().unwrap_or("");
        if line.starts_with(|c: char| c.is_ascii_uppercase()) {
            let end = line.find(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_')?;
            let (name, rest) = line.split_at(end);
            let from = start + end + rest.find('=')? + 1;
            let mut open = 0_i32;
            let mut to = text.len();
            for (at, c) in text[from..].char_indices() {
                match c {
                    '(' | '[' | '{' => open += 1,
                    ')' | ']' | '}' => open -= 1,
                    '\n' if open <= 0 => {
                        to = from + at;
                        break;
                    }
                    _ => {}
                }
            }
            return (place.start < to).then_some((name, from..to));
        }
        start = text[..start.checked_sub(1)?].rfind('\n').map_or(0, |n| n + 1);
    }
    None
}

/// Tells whether `app.Model` is a class of a file: of `models.py` of that application, or of a file below `models/`.
fn is_model(project: &Project<'_>, text: &str, to: &RepoPath) -> bool {
    let Some((app, model)) = text.rsplit_once('.') else { return false };
    let mut folders = to.as_str().rsplit('/').skip(1);
    let folder = folders.next();
    let holder = match (to.file_name(), folder) {
        ("models.py", _) => folder,
        (_, Some("models")) => folders.next(),
        _ => return false,
    };
    holder == app.rsplit('.').next()
        && project
            .outline(to)
            .is_some_and(|o| o.symbols.iter().any(|s| s.kind == SymbolKind::Class && s.name == model))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_reaches_from_its_name_to_its_last_bracket() {
        let text = "A = 1\nINSTALLED_APPS = [\n    \"desks\",\n    \"users\",\n]\nB: str = \"x\"\n";
        for (word, name, value) in
            [("INSTALLED", "INSTALLED_APPS", " [\n    \"desks\",\n    \"users\",\n]"), ("x\"", "B", " \"x\"")]
        {
            let at = text.find(word).expect("the word");
            let (found, range) = assignment(text, &(at..at + word.len())).expect("a setting");
            assert_eq!((found, &text[range]), (name, value), "{word}");
        }
        let inner = text.find("users").expect("the word");
        assert_eq!(assignment(text, &(inner..inner + 5)).map(|(n, _)| n), Some("INSTALLED_APPS"));
    }

    #[test]
    fn settings_are_told_by_their_folder_their_name_or_what_they_set() {
        for (path, text, settings) in [
            ("shop/settings/base.py", "DEBUG = True\n", true),
            ("shop/settings_test.py", "DEBUG = True\n", true),
            ("shop/conf.py", "INSTALLED_APPS = []\n", true),
            ("shop/views.py", "DEBUG = True\n", false),
        ] {
            let path = crate::domain::ids::RepoPath::parse(path).expect("a path");
            assert_eq!(is_settings(&Code::new(&path, text)), settings, "{path}");
        }
    }
}
