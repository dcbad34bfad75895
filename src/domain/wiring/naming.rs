//! By which words the users of a file can be found in a text.

use std::collections::BTreeSet;

use super::role::{module_name, stem as stem_of};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{self, Grammar, Outline};

/// The words of which a user of a file must hold one: its module's name, and what it exports.
pub(crate) fn words_of(path: &RepoPath, outline: &Outline) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    words.insert(module_name(path));
    words.insert(stem_of(path).to_owned());
    words.insert(path.file_name().to_owned());
    let named = outline.symbols.iter().filter(|s| s.owner.is_none()).map(|s| s.name.clone());
    words.extend(named.filter(|n| n != "default").take(60));
    let passed = outline.imports.iter().filter(|i| i.passes_on && outline.grammar.is_script());
    let passed = passed.flat_map(|i| i.names.iter().flat_map(|n| [n.name.clone(), n.local.clone()]));
    words.extend(passed.filter(|n| n != "default").take(60));
    let members = outline.symbols.iter().filter(|s| s.owner.is_some() && s.exported).map(|s| s.name.clone());
    if matches!(outline.grammar, Grammar::Go | Grammar::CSharp | Grammar::Rust) {
        words.extend(members.filter(|n| n.len() >= 4).take(40));
    }
    // A letter alone stands everywhere, except as a type or as the end of a path.
    words.retain(|w| w.len() >= 2 || w.starts_with(char::is_uppercase));
    let stem = stem_of(path);
    if stem.chars().count() == 1 {
        words.extend([format!("/{stem}"), format!(".{stem}")]);
    }
    if outline.grammar == Grammar::Ruby {
        words.insert(format!("{stem}s"));
    }
    words
}

/// Every word a survey must look for so that the users of a file can be found; `text` is the file's own.
pub(crate) fn words(path: &RepoPath, text: Option<&str>) -> BTreeSet<String> {
    let mut words =
        BTreeSet::from([path.file_name().to_owned(), stem_of(path).to_owned(), module_name(path)]);
    let outline = text.and_then(|text| syntax::outline(path, text));
    if let Some(outline) = &outline {
        words.extend(words_of(path, outline));
        if outline.grammar == Grammar::CSharp {
            words.insert("global using".to_owned());
        }
    }
    // A folder that is embedded or served takes its files along.
    if outline.is_none_or(|o| o.grammar.is_script()) {
        words.extend(path.as_str().rsplit('/').skip(1).take(3).map(str::to_owned));
    }
    words.retain(|w| w.len() >= 2 || w.starts_with(char::is_uppercase));
    words
}
