//! Folders whose files are listed as a program runs and loaded one by one: `for (const file of fs.readdirSync(dir))
//! require(path.join(dir, file))`, `pkgutil.iter_modules(plugins.__path__)`. That a file is among them cannot be told, nor that
//! it is not.

use super::super::mention::{joined, line_at};
use super::super::{Project, has_word, is_test};
use crate::domain::ids::RepoPath;
use crate::domain::phase::Code;
use crate::domain::syntax::{Grammar, line_of, unquoted};

/// The words by which a script lists a folder.
pub(in crate::domain::wiring) const SCRIPT: [&str; 5] =
    ["readdirSync", "readdir", "globSync", "fast-glob", "glob("];
/// The words by which Python finds the modules of a folder, or loads one by its path.
pub(in crate::domain::wiring) const PYTHON: [&str; 8] = [
    "listdir",
    "iterdir(",
    ".glob(",
    "iter_modules",
    "walk_packages",
    "spec_from_file_location",
    "run_path(",
    "SourceFileLoader",
];
/// Most files that are looked at.
const MOST: usize = 400;

/// Returns in words which place may load a file with its folder, if one does.
pub(in crate::domain::wiring) fn may_load(project: &Project<'_>, path: &RepoPath) -> Option<String> {
    let grammar = Grammar::of(path)?;
    let words: &[&str] = match grammar {
        Grammar::Python => &PYTHON,
        Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => &SCRIPT,
        Grammar::Rust | Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby => return None,
    };
    let holders = words.iter().filter_map(|word| project.survey.mentions.get(*word)).flatten();
    let same = |file: &&RepoPath| Grammar::of(file).is_some_and(|other| other.speaks_with(grammar));
    for file in holders.filter(same).filter(|p| *p != path && !is_test(p)).take(MOST) {
        let Some(text) = project.text(file) else { continue };
        let bare = Code::new(file, text).text;
        if !loads_what_it_finds(grammar, &bare) {
            continue;
        }
        let Some(at) = words.iter().find_map(|word| bare.find(word)) else { continue };
        if names_folder(project, file, &bare, path) {
            let line: String = line_at(&bare, at).trim().chars().take(120).collect();
            let place = line_of(&bare, at);
            return Some(format!("`{line}` at {file}:{place} may find it in its folder and load it"));
        }
    }
    None
}

/// Tells whether a text loads something that it does not name.
fn loads_what_it_finds(grammar: Grammar, bare: &str) -> bool {
    if grammar == Grammar::Python {
        return ["spec_from_file_location", "run_path(", "SourceFileLoader", "load_module(", "exec_module("]
            .iter()
            .chain(&super::super::computed::LOADERS)
            .any(|word| bare.contains(word));
    }
    ["require(", "import("].iter().any(|call| {
        bare.match_indices(call).any(|(at, _)| {
            let given = bare[at + call.len()..].trim_start();
            let apart = !bare[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
            apart
                && !given.starts_with(['"', '\'', ')'])
                && (!given.starts_with('`') || given.starts_with("`${"))
        })
    })
}

/// Tells whether a text names a folder that a file lies in: by a path that leads there, by the name of its package, or as the
/// folder of the text itself.
fn names_folder(project: &Project<'_>, file: &RepoPath, bare: &str, path: &RepoPath) -> bool {
    let here = file.parent();
    let python = Grammar::of(path) == Some(Grammar::Python);
    let own = if python { ["__path__", "__file__"] } else { ["__dirname", "import.meta"] };
    // What lists its own folder names none: `readdirSync(__dirname)`.
    let lists_own = own
        .iter()
        .any(|word| bare.contains(&format!("({word})")) || bare.contains(&format!("{word}).parent.")))
        || python && file.file_name() == "__init__.py" && bare.contains("__path__");
    if lists_own && path.parent() == here {
        return true;
    }
    let mut folder = path.parent();
    while let Some(dir) = folder {
        let named = project.outline(file).is_some_and(|outline| {
            outline.strings.iter().filter_map(|range| bare.get(range.clone())).any(|literal| {
                let written = unquoted(literal).trim_end_matches(['/', '*']);
                let written = written.split('*').next().unwrap_or(written).trim_end_matches('/');
                leads(here.as_ref(), written, &dir)
            })
        });
        let package = python && bare.contains("__path__") && has_word(bare, dir.file_name());
        if named || package {
            return true;
        }
        folder = dir.parent();
    }
    false
}

/// Tells whether a path that is written in a file of a folder leads to another folder; from further up it may be put together.
fn leads(here: Option<&RepoPath>, written: &str, to: &RepoPath) -> bool {
    if written.len() < 2 || written.trim_matches(['.', '/']).is_empty() {
        return false;
    }
    let mut base = here.cloned();
    loop {
        if joined(base.as_ref(), written).as_deref() == Some(to.as_str()) {
            return true;
        }
        match base {
            Some(folder) => base = folder.parent(),
            None => return false,
        }
    }
}
