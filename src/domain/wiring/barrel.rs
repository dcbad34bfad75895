//! Files that pass on what others have: who takes it from them, where a name comes from in the end, and which names a
//! file surely has not.

use std::collections::BTreeSet;

use super::{HOPS, MOST_PARSED, Project, Reach, Role, Wired, has_word, modules, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Binding, Grammar, Import, Outline};

/// Where a name that a file exports comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// From itself, or from where nobody can look.
    Here,
    /// From another file, under a name there.
    At(RepoPath, String),
    /// From a module that is not there or has no such name, as written.
    Gone(String),
}

/// Files that were asked for a name, or for anything, on one way.
type Asked = BTreeSet<(RepoPath, Option<String>)>;

/// The most questions on one way, and how deep it goes.
const MOST_ASKED: usize = 4_000;
const DEEPEST: usize = 64;

/// Notes that a file is asked for a name; tells whether to ask it.
fn ask(asked: &mut Asked, file: &RepoPath, name: Option<&str>) -> bool {
    asked.len() < MOST_ASKED && asked.insert((file.clone(), name.map(str::to_owned)))
}

impl Project<'_> {
    /// Tells whether somebody takes from a file that passes on what it has of another: it is a library's face or found by
    /// its place, or a file that is no test binds and uses a name that leads there.
    pub(super) fn is_taken(&self, barrel: &RepoPath, to: &RepoPath, there: &Outline) -> bool {
        if self.manifests.is_face(barrel) || barrel.file_name() == "lib.rs" {
            return true;
        }
        let key = (barrel.clone(), to.clone());
        if let Some(known) = self.alive.borrow().get(&key) {
            return *known;
        }
        // Files that only pass on to each other are not in use.
        self.alive.borrow_mut().insert(key.clone(), false);
        let taken = self.takes_from(barrel, to, there);
        self.alive.borrow_mut().insert(key, taken);
        taken
    }

    /// Tells whether anybody outside of a package of Python brings something of it in: its `__init__` runs with that, and all
    /// that it imports.
    pub(super) fn is_loaded(&self, init: &RepoPath) -> bool {
        let (Some(folder), Some(outline)) = (init.parent(), self.outline(init)) else { return false };
        let within = |file: &RepoPath| {
            file.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        let users = self.candidates(init, &outline);
        let mut users = users.iter().filter(|file| !within(file)).take(MOST_PARSED);
        users.any(|file| {
            self.outline(file).is_some_and(|here| {
                here.imports.iter().any(|import| {
                    let named = import
                        .names
                        .iter()
                        .filter_map(|n| modules::names_module(self, file, &here, import, &n.name));
                    named.flatten().chain(modules::resolve(self, file, &here, import)).any(|m| within(&m))
                })
            })
        })
    }

    /// Tells whether a file that is in use gives on, each by its name, all that another has to offer: it is that other's
    /// face, whoever takes which of them.
    pub(super) fn shows(&self, barrel: &RepoPath, here: &Outline, import: &Import, there: &Outline) -> bool {
        let listed: Vec<&str> = here
            .imports
            .iter()
            .filter(|i| i.passes_on && i.from == import.from)
            .flat_map(|i| i.names.iter().map(|n| n.name.as_str()))
            .collect();
        if !here.grammar.is_script()
            || import.all
            || !there.exports().all(|s| listed.contains(&s.name.as_str()))
        {
            return false;
        }
        let key = (barrel.clone(), barrel.clone());
        if let Some(known) = self.alive.borrow().get(&key) {
            return *known;
        }
        // Files that only pass on to each other are not in use.
        self.alive.borrow_mut().insert(key.clone(), false);
        let alive = matches!(self.look_for(barrel), Wired::Yes { .. });
        self.alive.borrow_mut().insert(key, alive);
        alive
    }

    /// Tells whether a file offers what must be called to be of use; constants and kinds of errors are there to be taken.
    pub(super) fn works(&self, to: &RepoPath, there: &Outline) -> bool {
        let text = self.text(to).unwrap_or("");
        let calls = |at: usize| {
            let line = super::mention::line_at(text, at);
            ["function", "=>", "class "].iter().any(|word| line.contains(word))
        };
        there.exports().any(|s| calls(s.at))
    }

    fn takes_from(&self, barrel: &RepoPath, to: &RepoPath, there: &Outline) -> bool {
        // A package's `__init__` is there for its folder; it is in use only where somebody takes something from it.
        let by_name = matches!(role::stem(barrel), "__init__" | "main") || self.manifests.may_begin(barrel);
        if !by_name && matches!(role(self, barrel), Role::Start(_)) {
            return true;
        }
        let Some(outline) = self.outline(barrel) else { return false };
        let mut files = self.candidates(barrel, &outline);
        files.extend(self.candidates(to, there));
        files.retain(|f| f != barrel && f != to);
        files.truncate(MOST_PARSED);
        files.iter().any(|file| {
            let Some(here) = self.outline(file) else { return false };
            here.imports.iter().filter(|i| !i.declares).any(|import| {
                let whole = |n: &Binding| self.module_of(file, &here, import, &n.local, barrel);
                let leads = || {
                    modules::resolve(self, file, &here, import).contains(barrel)
                        || import.names.iter().any(whole)
                };
                if import.passes_on {
                    let gives = here.grammar != Grammar::Python || role::stem(file) == "__init__";
                    return gives
                        && leads()
                        && self.brings(file, &here, import, to)
                        && self.is_taken(file, to, there);
                }
                leads() && matches!(self.by_import(file, &here, import, to, there), Some(Reach::Used { .. }))
            })
        })
    }

    /// The names by which a file that passes on gives something of another.
    pub(super) fn names_through(&self, barrel: &RepoPath, to: &RepoPath, there: &Outline) -> Vec<String> {
        let own = self.outline(barrel);
        let listed = own.iter().flat_map(|o| o.imports.iter()).filter(|i| i.passes_on);
        let listed = listed.flat_map(|i| i.names.iter().map(|n| n.local.clone()));
        let mut names: BTreeSet<String> = listed.filter(|n| !n.is_empty()).collect();
        names.extend(there.exports().map(|s| s.name.clone()));
        names.into_iter().filter(|n| self.passes(barrel, Some(n), to)).collect()
    }

    /// Tells whether a file surely gives its importers nothing of that name.
    pub(crate) fn surely_lacks(&self, file: &RepoPath, name: &str) -> bool {
        let (Some(outline), Some(text)) = (self.outline(file), self.text(file)) else { return false };
        if name == "*" || !outline.intact || outline.open {
            return false;
        }
        match outline.grammar {
            Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript => {
                let component = [".vue", ".svelte", ".d.ts"].iter().any(|end| file.as_str().ends_with(end));
                let ambient = ["export =", "declare module", "declare global", "defineProperty(exports"];
                if component || ambient.iter().any(|w| text.contains(w)) {
                    return false;
                }
                // Without a word of ECMAScript's own, the module as a whole is its default.
                if name == "default" && (text.contains("exports") || !text.contains("export ")) {
                    return false;
                }
                self.offers(file, name) == Some(false)
            }
            // Any name that a module binds in any way can be taken from it.
            Grammar::Python => self.offers(file, name) == Some(false) && !has_word(text, name),
            Grammar::Rust => !modules::rust_has(&outline, name),
            Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby => {
                self.offers(file, name) == Some(false)
            }
        }
    }

    /// Follows an exported name to the file that declares it.
    pub(crate) fn origin(&self, file: &RepoPath, name: &str) -> Origin {
        let (mut at, mut name) = (file.clone(), name.to_owned());
        for _ in 0..HOPS {
            let Some(outline) = self.outline(&at) else { break };
            if !matches!(
                outline.grammar,
                Grammar::TypeScript | Grammar::Tsx | Grammar::JavaScript | Grammar::Python | Grammar::Rust
            ) {
                return Origin::Here;
            }
            let own = outline.symbols.iter().any(|s| s.name == name && s.owner.is_none());
            let import = outline
                .imports
                .iter()
                .filter(|i| i.passes_on && !i.dynamic)
                .find_map(|i| Some((i, i.names.iter().find(|n| n.local == name)?)));
            let Some((import, binding)) = import.filter(|_| !own || outline.grammar.is_script()) else {
                break;
            };
            let near = import.from.starts_with('.');
            let targets = modules::resolve(self, &at, &outline, import);
            // A macro of Rust may make what no text there shows, and a module of the same file is no other.
            if outline.grammar == Grammar::Rust {
                let target =
                    targets.into_iter().next().filter(|t| *t != at && !self.surely_lacks(t, &binding.name));
                let Some(target) = target.filter(|_| !own) else { break };
                name = binding.name.clone();
                at = target;
                continue;
            }
            let unread = targets.iter().any(|t| self.text(t).is_none() && self.lacks_word(t, &binding.name));
            if unread && !matches!(binding.name.as_str(), "*" | "default") {
                return Origin::Gone(import.from.clone());
            }
            let Some(target) = targets.into_iter().next() else {
                let module = modules::names_module(self, &at, &outline, import, &binding.name).is_some();
                let left = self.survey.left_out.is_some();
                return if near && !module && !left {
                    Origin::Gone(import.from.clone())
                } else {
                    Origin::Here
                };
            };
            if binding.name == "*" || target == at {
                return Origin::Here;
            }
            if self.surely_lacks(&target, &binding.name)
                && modules::names_module(self, &at, &outline, import, &binding.name).is_none()
            {
                return Origin::Gone(import.from.clone());
            }
            name = binding.name.clone();
            at = target;
        }
        if at == *file { Origin::Here } else { Origin::At(at, name) }
    }

    /// The same, also through files that pass on all that others give: `export * from './pay'`.
    pub(crate) fn source(&self, file: &RepoPath, name: &str) -> Origin {
        let mut found = self.origin(file, name);
        for _ in 0..HOPS {
            let (at, name) = match &found {
                Origin::Here => (file.clone(), name.to_owned()),
                Origin::At(at, name) => (at.clone(), name.clone()),
                Origin::Gone(_) => return found,
            };
            let Some(outline) = self.outline(&at) else { return found };
            if name == "default" || outline.symbols.iter().any(|s| s.owner.is_none() && s.name == name) {
                return found;
            }
            let declares = |file: &RepoPath| {
                self.outline(file).is_some_and(|o| {
                    let passes =
                        o.imports.iter().any(|i| i.passes_on && i.names.iter().any(|n| n.local == name));
                    passes || o.exports().any(|s| s.name == name)
                })
            };
            let all = outline.imports.iter().filter(|i| i.passes_on && i.all);
            let mut targets: Vec<RepoPath> =
                all.flat_map(|i| modules::resolve(self, &at, &outline, i)).filter(|t| declares(t)).collect();
            targets.dedup();
            let [target] = targets.as_slice() else { return found };
            found = match self.origin(target, &name) {
                Origin::Here => Origin::At(target.clone(), name),
                further @ (Origin::At(..) | Origin::Gone(_)) => further,
            };
        }
        found
    }

    /// Tells whether `file` passes on to its importers something of `to`: the name asked for, or any.
    pub(super) fn passes(&self, file: &RepoPath, name: Option<&str>, to: &RepoPath) -> bool {
        self.passes_beside(file, name, to, 0, &mut BTreeSet::new())
    }

    /// The same beside what was asked already: modules that all import from each other are each asked once for a name.
    fn passes_beside(
        &self,
        file: &RepoPath,
        name: Option<&str>,
        to: &RepoPath,
        hops: usize,
        asked: &mut Asked,
    ) -> bool {
        if hops > DEEPEST || !ask(asked, file, name) {
            return false;
        }
        let Some(outline) = self.outline(file) else { return false };
        for import in outline.imports.iter().filter(|i| i.passes_on) {
            let targets = modules::resolve(self, file, &outline, import);
            if targets.is_empty() {
                continue;
            }
            let script = outline.grammar.is_script();
            let wanted: Vec<Option<&str>> = if import.all {
                // All of a module is all but its default.
                if script && name == Some("default") {
                    continue;
                }
                vec![name]
            } else {
                import
                    .names
                    .iter()
                    .filter(|n| {
                        name.is_none_or(|wanted| n.local == wanted || n.name == "*" && n.local.is_empty())
                    })
                    .map(|n| if n.name == "*" { None } else { Some(n.name.as_str()) })
                    .collect()
            };
            for wanted in wanted {
                let module = wanted.and_then(|w| modules::names_module(self, file, &outline, import, w));
                if module.is_some_and(|m| m.contains(to)) {
                    return true;
                }
                let given = |t: &RepoPath| {
                    !import.all || wanted.is_none_or(|w| self.gives_to_all(t, w) != Some(false))
                };
                if targets.contains(to) && given(to) && wanted.is_none_or(|w| self.has(to, w, file)) {
                    return true;
                }
                let mut further = targets.iter().filter(|t| *t != file && *t != to && given(t));
                if further.any(|t| self.passes_beside(t, wanted, to, hops + 1, asked)) {
                    return true;
                }
            }
        }
        false
    }

    /// Tells whether a file gives a name to its importers, whoever declares it; nothing where a module it passes on
    /// is not of this repository.
    pub(crate) fn offers(&self, file: &RepoPath, name: &str) -> Option<bool> {
        self.offers_beside(file, name, 0, &mut BTreeSet::new())
    }

    fn offers_beside(&self, file: &RepoPath, name: &str, hops: usize, asked: &mut Asked) -> Option<bool> {
        // Whoever asked first answers for it.
        if hops > DEEPEST || !ask(asked, file, Some(name)) {
            return (hops <= DEEPEST && asked.len() < MOST_ASKED).then_some(false);
        }
        let outline = self.outline(file)?;
        if outline.exports().any(|s| s.name == name) {
            return Some(true);
        }
        for import in outline.imports.iter().filter(|i| i.passes_on) {
            let Some(binding) = import.names.iter().find(|n| n.local == name) else { continue };
            let targets = modules::resolve(self, file, &outline, import);
            let module = modules::names_module(self, file, &outline, import, &binding.name).is_some();
            let whole = matches!(binding.name.as_str(), "*" | "default");
            let mut offered =
                |t: &RepoPath| self.offers_beside(t, &binding.name, hops + 1, asked) != Some(false);
            return Some(whole || module || targets.is_empty() || targets.iter().any(&mut offered));
        }
        let mut known = outline.intact;
        for import in outline.imports.iter().filter(|i| i.passes_on && i.all) {
            let targets = modules::resolve(self, file, &outline, import);
            known &= !targets.is_empty();
            for target in targets {
                match (self.gives_to_all(&target, name), self.offers_beside(&target, name, hops + 1, asked)) {
                    (Some(false), _) | (_, Some(false)) => {}
                    (Some(true), Some(true)) => return Some(true),
                    (None, _) | (_, None) => known = false,
                }
            }
        }
        known.then_some(false)
    }

    /// Tells whether a name is among what a file gives to whoever takes all of it.
    fn gives_to_all(&self, file: &RepoPath, name: &str) -> Option<bool> {
        let outline = self.outline(file).filter(|o| o.grammar == Grammar::Python);
        outline.map_or(Some(true), |o| o.given.has(name))
    }

    /// Tells whether a file has a name for others, its own or one that it passes on; not one that it has from `but`.
    fn has(&self, file: &RepoPath, name: &str, but: &RepoPath) -> bool {
        let Some(outline) = self.outline(file) else { return false };
        if outline.exports().any(|s| s.name == name) {
            return true;
        }
        if !outline.grammar.is_script() {
            return false;
        }
        let mut asked = BTreeSet::from([(but.clone(), Some(name.to_owned()))]);
        name == "default" || self.offers_beside(file, name, 0, &mut asked) == Some(true)
    }
}
