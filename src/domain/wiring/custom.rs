//! Uses that are a tool's custom rather than an import: names that Nuxt brings in, pages of MDX, units of systemd, helpers of
//! Rails, templates by their names; and what may be a use of that kind.

use super::{Project, Wired};
use crate::domain::ids::RepoPath;

pub(super) mod listed;
mod mdx;
pub(super) mod nuxt;
pub(super) mod reflected;
mod switched;
pub(super) mod templates;
mod units;
pub(super) mod view_call;

impl Project<'_> {
    /// Looks once more for the use of a file for which none was found.
    pub(super) fn by_custom(&self, path: &RepoPath, found: Wired) -> Wired {
        if !matches!(found, Wired::No { .. } | Wired::CannotTell(_)) || !self.goes_on() {
            return found;
        }
        let brought = [nuxt::brought_in, mdx::shown, units::run, view_call::called, templates::named];
        if let Some(used) = brought.iter().find_map(|look| look(self, path)) {
            return used;
        }
        let Wired::No { why, at } = found else { return found };
        let perhaps = [listed::may_load, reflected::may_name, mdx::may_show];
        let turned = || at.as_ref().and_then(|(user, _)| switched::may_be_turned(self, user));
        match perhaps.iter().find_map(|look| look(self, path)).or_else(turned) {
            Some(perhaps) => Wired::CannotTell(format!("{why}, but {perhaps}")),
            None => Wired::No { why, at },
        }
    }
}
