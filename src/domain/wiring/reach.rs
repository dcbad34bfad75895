//! How one file reaches another by its imports: used, brought in and not used, or not at all.

use super::super::ids::RepoPath;
use super::super::syntax::{self, Grammar, Import, Outline, SymbolKind};
use super::types::Lent;
use super::{Project, awake, django, macros, modules, role, types, visible, whole, written};

/// How one file reaches another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Brought in at one line and used.
    Used { line: u32 },
    /// Brought in and not used.
    Unused { line: u32, name: String },
    /// Brought in as a type alone, though the other file has more to it. `named` says that what is imported is a type
    /// there, and that it is used: a connection, if none that runs.
    TypeOnly { line: u32, named: bool },
    /// Brought in without a name, and all it does as it is loaded is to declare what it has.
    Loaded { line: u32 },
    /// Not brought in at all.
    Not,
    /// One of the two has no syntax tree, or its language needs no import.
    CannotTell,
}

impl Project<'_> {
    /// Tells whether some imports of a file lead to another.
    pub(crate) fn reached_by(&self, from: &RepoPath, here: &Outline, to: &RepoPath) -> bool {
        here.imports.iter().any(|import| self.brings(from, here, import, to))
    }

    /// Tells how one file reaches another by its imports.
    pub(crate) fn reach(&self, from: &RepoPath, to: &RepoPath) -> Reach {
        let found = self.reach_or_show(from, to).0;
        // Who makes a value of a class is another question than who works with the one that he is given.
        if let Reach::TypeOnly { line, named: true } = found
            && self.works_with(from, to)
        {
            return Reach::Used { line };
        }
        // No import brings in a macro of the own crate.
        if !matches!(found, Reach::Used { .. } | Reach::CannotTell)
            && let (Some(here), Some(there)) = (self.outline(from), self.outline(to))
            && let Some(line) = macros::called(self, from, &here, to, &there)
        {
            return Reach::Used { line };
        }
        found
    }

    /// Tells whether a member of a class of one file is asked for in another.
    fn works_with(&self, from: &RepoPath, to: &RepoPath) -> bool {
        let (Some(here), Some(there)) = (self.outline(from), self.outline(to)) else { return false };
        let mut classes = there.exports().filter(|s| s.kind == SymbolKind::Class);
        here.grammar.is_script() && classes.any(|s| lends(&here, &there, &s.name))
    }

    /// The same, and whether the one only gives the other on, each by its name, and nobody was found who takes one.
    pub(super) fn reach_or_show(&self, from: &RepoPath, to: &RepoPath) -> (Reach, bool) {
        let (Some(here), Some(there)) = (self.outline(from), self.outline(to)) else {
            return (Reach::CannotTell, false);
        };
        if !here.grammar.speaks_with(there.grammar) {
            return (Reach::CannotTell, false);
        }
        if matches!(here.grammar, Grammar::Go | Grammar::Java | Grammar::CSharp | Grammar::Ruby) {
            return (visible::reach(self, from, &here, to, &there), false);
        }
        let (mut found, mut shown) = self.follow(from, &here, to, &there);
        if let (Reach::Used { .. }, Some(awake)) = (&found, awake::of(self, from, &here)) {
            (found, shown) = self.follow(from, &awake, to, &there);
        }
        // Nothing runs in a file that declares types, whatever it names.
        let declares = types::is_declaration(from) && !types::is_declaration(to) && !there.is_types_only();
        if let (Reach::Used { line }, true) = (&found, declares) {
            return (Reach::TypeOnly { line: *line, named: false }, false);
        }
        (found, shown)
    }

    pub(super) fn follow(
        &self,
        from: &RepoPath,
        here: &Outline,
        to: &RepoPath,
        there: &Outline,
    ) -> (Reach, bool) {
        let text = self.text(from).unwrap_or("");
        let mut best = Reach::Not;
        let mut shown = None;
        for import in &here.imports {
            let line = || syntax::line_of(text, import.at.start);
            if import.declares {
                continue;
            }
            if import.passes_on {
                // What passes on is reached through; where it is itself in use, or the face of a library, that is use.
                let gives = here.grammar != Grammar::Python || role::stem(from) == "__init__";
                let on = gives && self.brings(from, here, import, to);
                if on && (self.is_taken(from, to, there) || there.registers && self.is_loaded(from)) {
                    return (Reach::Used { line: line() }, false);
                }
                if on && shown.is_none() && self.shows(from, here, import, there) {
                    if !self.works(to, there) {
                        return (Reach::Used { line: line() }, false);
                    }
                    shown = Some(line());
                }
                continue;
            }
            let found = self.by_import(from, here, import, to, there);
            match found {
                Some(Reach::Used { .. }) => return (Reach::Used { line: line() }, false),
                Some(Reach::Unused { .. }) if shown.is_none() && holds_for_all(from, here, there) => {
                    shown = Some(line());
                }
                Some(Reach::Unused { name, .. }) if best == Reach::Not => {
                    best = Reach::Unused { line: line(), name }
                }
                Some(Reach::TypeOnly { named, .. })
                    if !matches!(best, Reach::TypeOnly { named: true, .. }) =>
                {
                    best = Reach::TypeOnly { line: line(), named };
                }
                Some(Reach::Loaded { .. }) if best == Reach::Not => best = Reach::Loaded { line: line() },
                _ => {}
            }
        }
        shown.map_or((best, false), |line| (Reach::Used { line }, true))
    }

    /// Tells whether a name of a file of Rust is that of a trait, or whose it is does not show there.
    pub(super) fn may_be_trait(&self, file: &RepoPath, outline: &Outline, name: &str) -> bool {
        let declared = outline.symbols.iter().find(|s| s.owner.is_none() && s.name == name);
        let before = declared.and_then(|s| self.text(file)?.get(..s.at));
        before.is_none_or(|before| before.trim_end().ends_with("trait"))
    }

    pub(super) fn brings(&self, from: &RepoPath, here: &Outline, import: &Import, to: &RepoPath) -> bool {
        let targets = modules::resolve(self, from, here, import);
        if targets.contains(to) {
            return true;
        }
        targets.iter().any(|target| {
            if import.all {
                self.passes(target, None, to)
            } else {
                import.names.iter().any(|n| self.passes(target, Some(&n.name), to))
            }
        })
    }

    pub(super) fn by_import(
        &self,
        from: &RepoPath,
        here: &Outline,
        import: &Import,
        to: &RepoPath,
        there: &Outline,
    ) -> Option<Reach> {
        let targets = modules::resolve(self, from, here, import);
        let direct = targets.contains(to);
        if import.all && direct && django::goes_on(from, to) {
            return Some(Reach::Used { line: 0 });
        }
        if import.all && (direct || targets.iter().any(|t| self.passes(t, None, to))) {
            return self.everything(here, import, there, direct);
        }
        let mut best: Option<Reach> = None;
        for binding in &import.names {
            let through = || {
                let of = |t: &RepoPath| binding.name == "*" || self.passes(t, Some(&binding.name), to);
                targets.iter().any(|t| t != to && of(t))
            };
            let whole = modules::names_module(self, from, here, import, &binding.name).unwrap_or_default();
            let module = whole.contains(to);
            // A package came in as a whole: then a name that it has of the other file must be asked of it.
            let asked = |n: String| here.full.of_package(&binding.local, &n).is_some();
            if here.grammar == Grammar::Python
                && !module
                && whole.iter().flat_map(|t| self.names_through(t, to, there)).any(asked)
            {
                return Some(Reach::Used { line: 0 });
            }
            if !(direct || module || through()) {
                continue;
            }
            let lacks = || self.surely_lacks(to, &binding.name);
            if direct && !module && lacks() && !modules::names_type(self, from, here, import, Some(to)) {
                continue;
            }
            // Everything of a file that passes on came in: then a name must be used that leads here.
            if !direct && !module && binding.name == "*" {
                let given =
                    targets.iter().filter(|t| *t != to).flat_map(|t| self.names_through(t, to, there));
                let used = given.into_iter().any(|n| whole::asks_of(here, import, &binding.local, &n));
                if used {
                    return Some(Reach::Used { line: 0 });
                }
                continue;
            }
            // Of what a file passes on, the one that declares it says what it is.
            let declared = types::declared(self, to, there, &binding.name);
            let (holder, name) =
                declared.as_ref().map_or((there, binding.name.as_str()), |(holder, name)| (holder, name));
            let types_only = holder.is_types_only();
            let type_there = types::is_type_alone(holder, name);
            if (binding.type_only || type_there) && !types_only {
                let used = here.uses.get(&binding.local).is_some_and(|u| u.any().is_some());
                let named = used && type_there || matches!(best, Some(Reach::TypeOnly { named: true, .. }));
                if best.is_none() || named {
                    best = Some(Reach::TypeOnly { line: 0, named });
                }
                continue;
            }
            let lent = types::lent(here, holder, name, &binding.local);
            if !matches!(lent, Lent::Nothing) {
                let named =
                    matches!(lent, Lent::Type) || matches!(best, Some(Reach::TypeOnly { named: true, .. }));
                best = Some(Reach::TypeOnly { line: 0, named });
                continue;
            }
            // A path in the midst of code is its own use; so is an import without a name.
            if binding.local.is_empty() {
                return Some(Reach::Used { line: 0 });
            }
            let used = here.uses.get(&binding.local).is_some_and(|u| u.plain.is_some() || u.typed.is_some());
            // A trait is brought in for its methods; those of a type are there without an import.
            let used = used
                || here.grammar == Grammar::Rust
                    && self.may_be_trait(to, there, &binding.name)
                    && lends(here, there, &binding.name);
            let used =
                used && (binding.name != "*" || self.uses_member(here, there, import, &binding.local, to));
            if used {
                return Some(Reach::Used { line: 0 });
            }
            let whole = module || direct && binding.name == "*";
            let text = self.text(from).unwrap_or("");
            let by_table = there.fills_own && asks_own_table(here);
            if whole && (there.registers || by_table || written::for_effect(here, text, import)) {
                return Some(Reach::Used { line: 0 });
            }
            let (text, made) = (self.text(from).unwrap_or(""), self.text(to).unwrap_or(""));
            if django::gives_celery(from, text, made, &binding.local) {
                return Some(Reach::Used { line: 0 });
            }
            // `import shop.pay` binds `shop`, which others may use.
            let inner = import.from.strip_prefix(&binding.local).is_some_and(|rest| rest.starts_with('.'));
            let name = if module || !inner { &binding.local } else { &import.from };
            best = Some(Reach::Unused { line: 0, name: name.clone() });
        }
        if import.names.is_empty() && direct && !import.all {
            // `import './pay'` runs the module.
            return Some(if there.only_declares {
                Reach::Loaded { line: 0 }
            } else {
                Reach::Used { line: 0 }
            });
        }
        best
    }
}

/// Tells whether a package of Python brings a router in and does nothing else itself: whoever has the package may ask it for all
/// that it holds, by names that no text shows.
fn holds_for_all(from: &RepoPath, here: &Outline, there: &Outline) -> bool {
    there.fills_own
        && role::stem(from) == "__init__"
        && here.real_bodies == 0
        && here.symbols.iter().all(|s| s.name.starts_with("__"))
}

/// Tells whether a file of Python looks its own names up as it runs: `globals()[name].router`.
fn asks_own_table(here: &Outline) -> bool {
    ["globals", "locals", "vars"].iter().any(|n| here.uses.get(*n).is_some_and(|u| u.plain.is_some()))
}

/// Tells whether a method of a type of one file is called in another.
fn lends(here: &Outline, there: &Outline, of: &str) -> bool {
    let mut methods = there.symbols.iter().filter(|s| s.owner.as_deref() == Some(of));
    methods.any(|s| here.uses.get(&s.name).is_some_and(|u| u.member.is_some()))
}
