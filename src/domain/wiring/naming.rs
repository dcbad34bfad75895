//! By which words the users of a file can be found in a text.

use std::collections::BTreeSet;

use super::custom::{listed, nuxt, reflected, view_call};
use super::django;
use super::role::{module_name, stem as stem_of};
use super::visible;
use super::{alembic, autoload, azure, computed, pattern, place_python, quarkus, rails, ruby_loads, spring};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Grammar, Outline};

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
    let own = visible::only_methods(outline);
    let members = outline.symbols.iter().filter(|s| s.owner.is_some() && (s.exported || own));
    let members = members.map(|s| s.name.clone());
    if matches!(outline.grammar, Grammar::Go | Grammar::CSharp | Grammar::Rust) {
        words.extend(members.filter(|n| n.len() >= 4).take(40));
    }
    words.extend(visible::receivers(outline).into_iter().map(str::to_owned));
    if outline.grammar == Grammar::CSharp {
        let marks = outline.exports().filter_map(|s| visible::as_mark(&s.name));
        words.extend(marks.map(str::to_owned).take(60));
    }
    // A letter alone stands everywhere, except as a type or as the end of a path.
    words.retain(|w| w.len() >= 2 || w.starts_with(char::is_uppercase));
    let (stem, module) = (stem_of(path), module_name(path));
    for name in [stem, &module].into_iter().filter(|name| name.chars().count() == 1) {
        words.extend([format!("/{name}"), format!(".{name}")]);
        if outline.grammar == Grammar::Python {
            words.extend([format!("from {name} import"), format!("import {name}")]);
        }
        if outline.grammar == Grammar::Rust {
            words.extend([format!("{name}::"), format!("::{name}")]);
        }
    }
    // Through a file that passes it on only the name itself leads here.
    let letters = outline.exports().filter(|s| s.owner.is_none() && s.name.chars().count() == 1);
    for name in letters.map(|s| s.name.as_str()).take(60).filter(|_| outline.grammar.is_script()) {
        words.extend([
            format!("{{ {name} "),
            format!("{{ {name},"),
            format!(", {name} }}"),
            format!(", {name},"),
        ]);
        words.extend([
            format!("{{{name},"),
            format!("{{{name}}}"),
            format!(",{name}}}"),
            format!(" {name} as "),
        ]);
    }
    if outline.grammar == Grammar::Ruby {
        words.insert(format!("{stem}s"));
    }
    words
}

/// The words that a survey looks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// Names of modules, and what else a user must write down: every file that holds one is kept, however many do.
    strong: BTreeSet<String>,
    /// Names that a module gives to its users, in languages whose users name the module too. One that stands in very many
    /// files tells nothing of any.
    weak: BTreeSet<String>,
}

impl Words {
    /// Names of code that say nothing where very many files hold them; a single small letter says nothing anywhere.
    pub(crate) fn of_names(names: impl IntoIterator<Item = String>) -> Self {
        let told = |name: &String| name.len() >= 2 || name.starts_with(char::is_uppercase);
        Self { strong: BTreeSet::new(), weak: names.into_iter().filter(told).collect() }
    }

    /// Takes other words along; what is strong for one is strong.
    pub fn extend(&mut self, other: Self) {
        self.strong.extend(other.strong);
        self.weak.extend(other.weak);
        self.weak.retain(|word| !self.strong.contains(word));
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.strong.len() + self.weak.len()
    }

    /// Tells whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them, the strong ones first.
    pub fn iter(&self) -> impl Iterator<Item = &String> {
        self.strong.iter().chain(&self.weak)
    }

    /// How many of them are strong.
    pub fn strong(&self) -> usize {
        self.strong.len()
    }
}

/// What whoever imports a module writes down: its name, or, where that of its folder goes without saying, the steps that
/// lead there.
pub(crate) fn names_of(path: &RepoPath, grammar: Option<Grammar>) -> BTreeSet<String> {
    let mut names =
        BTreeSet::from([path.file_name().to_owned(), stem_of(path).to_owned(), module_name(path)]);
    let steps: &[&str] = match (grammar, stem_of(path)) {
        (Some(Grammar::Python), "__init__") => &["from . import", "from .. import", "from ... import"],
        (Some(grammar), "index") if grammar.is_script() => {
            &["'.'", "'./'", "'..'", "'../'", "'../..'", "\".\"", "\"./\"", "\"..\"", "\"../\"", "\"../..\""]
        }
        _ => &[],
    };
    names.extend(steps.iter().map(|step| (*step).to_owned()));
    names
}

/// Every word a survey must look for so that the users of a file can be found; the outline is the file's own.
pub(crate) fn words(path: &RepoPath, outline: Option<&Outline>) -> Words {
    let grammar = outline.map(|o| o.grammar);
    let mut strong = names_of(path, grammar);
    let mut weak = BTreeSet::new();
    if let Some(outline) = outline {
        weak = words_of(path, outline);
        strong.extend(reflected::native_names(outline));
        if outline.grammar == Grammar::CSharp {
            strong.insert("global using".to_owned());
            strong.insert(visible::USING.to_owned());
        }
    }
    if outline.is_some_and(azure::is_marked) {
        strong.insert(azure::BUILT.to_owned());
    }
    if outline.is_some_and(quarkus::is_resource) {
        strong.insert(quarkus::BUILT.to_owned());
    }
    if django::may_be_placed(path) {
        strong.insert(django::INSTALLED.to_owned());
    }
    if outline.is_some_and(|o| o.grammar == Grammar::Java && o.marks.contains(spring::SCHEDULED)) {
        strong.insert(spring::SCHEDULES.to_owned());
    }
    if path.file_name() == "tasks.py" {
        strong.extend([place_python::TASKS.to_owned(), django::INSTALLED.to_owned()]);
    }
    if grammar == Some(Grammar::Ruby) {
        strong.extend(rails::names(path).into_iter().flatten());
        strong.insert(ruby_loads::as_switch(path));
        strong.extend(ruby_loads::WORDS.iter().map(|w| (*w).to_owned()));
        strong.extend(outline.into_iter().flat_map(|o| view_call::methods(path, o)).map(str::to_owned));
    }
    if outline.is_some_and(super::at_load::begins) {
        strong.extend(super::at_load::bringing(path));
    }
    if path.file_name() == "env.py" {
        strong.insert(alembic::SCRIPTS.to_owned());
        strong.extend(alembic::GIVEN.iter().map(|w| (*w).to_owned()));
    }
    // A folder that is embedded or served takes its files along.
    if outline.is_none_or(|o| o.grammar.is_script()) {
        strong.extend(pattern::WORDS.iter().map(|w| (*w).to_owned()));
        strong.extend(path.as_str().rsplit('/').skip(1).take(3).map(pattern::step));
    }
    strong.extend(nuxt::component_names(path));
    if nuxt::may_be_brought_in(path) {
        strong.extend(nuxt::SETTINGS.iter().map(|w| (*w).to_owned()));
    }
    // What loads by a computed name does not write the name.
    match grammar {
        Some(grammar) if grammar.is_script() => {
            strong.insert(autoload::LIBRARY.to_owned());
            strong.extend(pattern::BESIDE.iter().chain(&listed::SCRIPT).map(|w| (*w).to_owned()));
        }
        Some(Grammar::Python) => {
            strong.extend(computed::LOADERS.iter().chain(&listed::PYTHON).map(|w| (*w).to_owned()));
        }
        _ => {}
    }
    strong.retain(|w| w.len() >= 2 || w.starts_with(char::is_uppercase));
    // Where users name no module, the names are all there is to find them by.
    if !grammar.is_some_and(names_its_modules) {
        strong.append(&mut weak);
    }
    weak.retain(|word| !strong.contains(word));
    Words { strong, weak }
}

/// Tells whether whoever uses a module of a language must name it.
pub(crate) fn names_its_modules(grammar: Grammar) -> bool {
    grammar.is_script() || grammar == Grammar::Python
}
