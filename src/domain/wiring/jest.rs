//! Files that Jest loads before tests, for what its settings name: in a file of their own, or in package.json.

use jsonc_parser::JsonValue;

use super::manifest::{strings, without_extension};
use super::mention::{bases, joined, quoted};
use super::{Project, Wired, said};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, line_of};

/// Settings whose values are files that it loads.
const LOADS: [&str; 12] = [
    "setupFiles",
    "setupFilesAfterEnv",
    "globalSetup",
    "globalTeardown",
    "testEnvironment",
    "reporters",
    "runner",
    "testRunner",
    "testSequencer",
    "resolver",
    "snapshotSerializers",
    "snapshotResolver",
];
/// What stands for the folder that it works in.
const ROOT: &str = "<rootDir>";

/// A path as it is written in settings, taken from their own folder: `./ready.ts` for `<rootDir>/ready.ts`.
pub(super) fn from_root(written: &str) -> Option<String> {
    written.strip_prefix(ROOT).filter(|rest| rest.starts_with('/')).map(|rest| format!(".{rest}"))
}

/// The files that the settings in a package.json name, without their extensions.
pub(super) fn in_package(folder: &str, settings: Option<&JsonValue<'_>>) -> Vec<String> {
    let Some(JsonValue::Object(settings)) = settings else { return Vec::new() };
    let above = RepoPath::parse(folder).ok();
    let root = match settings.get_string("rootDir") {
        Some(root) => joined(above.as_ref(), root),
        None => above.map(|folder| folder.to_string()),
    };
    let root = root.and_then(|root| RepoPath::parse(&root).ok());
    let mut written = Vec::new();
    for key in LOADS {
        strings(settings.get(key), &mut written, 0);
    }
    let files = written.iter().filter_map(|path| {
        let path = from_root(path).or_else(|| path.starts_with('.').then(|| path.clone()))?;
        joined(root.as_ref(), &path)
    });
    files.map(|file| without_extension(&file)).collect()
}

/// Looks for settings of Jest that name a script.
pub(super) fn loaded(project: &Project<'_>, path: &RepoPath) -> Option<Wired> {
    Grammar::of(path).filter(|g| g.is_script())?;
    let names = [path.file_name(), super::role::stem(path)];
    let holders = names.iter().filter_map(|name| project.survey.mentions.get(*name)).flatten();
    for file in holders.filter(|file| *file != path && is_settings(file)) {
        let Some(text) = project.text(file) else { continue };
        let dead = project.outline(file).map(|o| o.dead.clone()).unwrap_or_default();
        for (at, written) in quoted(project, file, text) {
            let runs = !dead.iter().any(|range| range.contains(&at)) && !said::only_says(file, text, at);
            if runs && LOADS.contains(&key(text, at)) && leads(project, file, text, at, &written, path) {
                let line = line_of(text, at);
                let how = format!("loaded by Jest as `{written}` at {file}:{line}");
                return Some(Wired::Yes { file: file.clone(), line, how });
            }
        }
    }
    None
}

/// `jest.config.ts`, `jest.e2e.config.js`, `jest-e2e.json`.
fn is_settings(file: &RepoPath) -> bool {
    let name = file.file_name();
    name.starts_with("jest") && (name.contains("config") || name.ends_with(".json"))
}

/// The setting that a text is the value of, alone or in a list.
fn key(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or("");
    let Some(sign) = before.rfind([':', '=', '}', ']', '{']) else { return "" };
    let lead = before[..sign].trim_end().trim_end_matches(['"', '\'']);
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    if before[sign..].starts_with([':', '=']) { &lead[lead.trim_end_matches(joins).len()..] } else { "" }
}

fn leads(
    project: &Project<'_>,
    file: &RepoPath,
    text: &str,
    at: usize,
    written: &str,
    path: &RepoPath,
) -> bool {
    // In JSON the sign of the folder is no part of the word.
    let rooted = written.starts_with(ROOT) || text.get(..at).is_some_and(|before| before.ends_with(ROOT));
    if !rooted && !written.starts_with('.') {
        return false;
    }
    let bare = format!("./{}", written.trim_start_matches(ROOT).trim_start_matches('/'));
    let (whole, named) = (path.as_str(), without_extension(path.as_str()));
    let above = if rooted { bases(project, file, true) } else { Vec::new() };
    above
        .iter()
        .chain([&file.parent()])
        .any(|base| joined(base.as_ref(), &bare).is_some_and(|found| found == whole || found == named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_that_which_the_text_is_a_value_of() {
        for (text, found) in [
            ("module.exports = { setupFiles: ['./a', '@X'] }", "setupFiles"),
            ("{\"globalSetup\": \"@X\"}", "globalSetup"),
            ("config.setupFiles = [\n  '@X',\n]", "setupFiles"),
            ("{ setupFiles: ['./a'], roots: ['@X'] }", "roots"),
            ("{ setupFiles: [], '@X': 1 }", ""),
            ("{ setupFiles: { a: 1 }, ...from('@X') }", ""),
            ("load('@X')", ""),
        ] {
            assert_eq!(key(text, text.find("@X").expect("the place")), found, "{text}");
        }
    }
}
