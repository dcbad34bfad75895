//! Modules that come in as a whole: which of their names are asked for.

use super::{Project, Reach, modules, role};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Binding, Grammar, Import, Outline, Symbol};

impl Project<'_> {
    /// Tells whether a function or class without a name, which is all that a script gives, is brought in under one somewhere:
    /// `const onError = require('./errors')` of `module.exports = (err, req, res, next) => …`.
    pub(crate) fn is_brought_in_as(&self, path: &RepoPath, name: &str) -> bool {
        let Some(outline) = self.outline(path).filter(|o| o.grammar.is_script() && o.intact) else {
            return false;
        };
        let mut given = outline.exports();
        if given.next().is_none_or(|s| s.name != "default") || given.next().is_some() {
            return false;
        }
        self.candidates(path, &outline).iter().take(200).any(|file| {
            self.outline(file).is_some_and(|here| {
                here.imports.iter().filter(|i| !i.passes_on).any(|import| {
                    let whole = |n: &Binding| n.local == name && matches!(n.name.as_str(), "*" | "default");
                    import.names.iter().any(whole)
                        && modules::resolve(self, file, &here, import).contains(path)
                })
            })
        })
    }

    /// A module brought in as a whole is used by one of its names, or given along as it is.
    pub(super) fn uses_member(
        &self,
        here: &Outline,
        there: &Outline,
        import: &Import,
        local: &str,
        to: &RepoPath,
    ) -> bool {
        if import.dynamic || there.grammar != Grammar::Python {
            return true;
        }
        // `import shop.pay` binds `shop`, which any other import of that package uses as well.
        let last = import.from.rsplit('.').next().unwrap_or_default();
        local != import.from.split('.').next().unwrap_or_default()
            || !import.from.contains('.')
            || here.uses.get(last).is_some_and(|u| u.member.is_some())
            || role::stem(to) == "__init__"
    }

    /// Everything of a module came in: then one of its names must be used.
    pub(super) fn everything(
        &self,
        here: &Outline,
        import: &Import,
        there: &Outline,
        direct: bool,
    ) -> Option<Reach> {
        if import.dynamic && direct {
            return Some(Reach::Used { line: 0 });
        }
        let given = |s: &&Symbol| {
            !direct || here.grammar != Grammar::Python || there.given.has(&s.name) != Some(false)
        };
        let mut names = there.exports().filter(given).peekable();
        if names.peek().is_none() {
            return direct.then_some(Reach::Used { line: 0 });
        }
        let used = |name: &str| here.uses.get(name).is_some_and(|u| u.any().is_some());
        if names.any(|s| used(&s.name)) {
            return Some(Reach::Used { line: 0 });
        }
        Some(Reach::Unused { line: 0, name: import.from.clone() })
    }
}

/// Tells whether a name is asked of a module that came in as a whole. In Python by its full path: other values have members
/// of any name. `import shop.pay` binds `shop` and is asked as `shop.pay`.
pub(super) fn asks_of(here: &Outline, import: &Import, local: &str, name: &str) -> bool {
    if here.grammar != Grammar::Python {
        return here.uses.get(name).is_some_and(|u| u.any().is_some());
    }
    let inner = import.from.strip_prefix(local).is_some_and(|rest| rest.starts_with('.'));
    here.full.of_package(if inner { &import.from } else { local }, name).is_some()
}
