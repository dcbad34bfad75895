//! Where a file may be in use though no use of it was found.

use super::{COMMON, Project, Wired, computed, modules, unread, words_of};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::Outline;

impl Project<'_> {
    /// What was not looked at may hold the use that was not found.
    pub(super) fn doubt(&self, path: &RepoPath, found: Wired, outline: &Outline) -> Wired {
        let Wired::No { why, at } = found else { return found };
        if let Some(left) = &self.survey.left_out {
            return Wired::CannotTell(format!("{why}, but not every file was looked at: {left}"));
        }
        if !outline.intact {
            return Wired::CannotTell(format!("{why}, but it could not be parsed as a whole"));
        }
        if let Some(perhaps) = unread::perhaps(self, path, outline) {
            return Wired::CannotTell(format!("{why}, but {perhaps}"));
        }
        if self.manifests.stands_for(path) && self.has_common(&words_of(path, outline)) {
            return Wired::CannotTell(format!(
                "{why} by its path, but a package or an alias stands for it, and a name of it stands in {COMMON} files or more"
            ));
        }
        if let Some(perhaps) = modules::by_unknown_alias(self, path, outline) {
            return Wired::CannotTell(format!("{why}, but {perhaps}"));
        }
        if let Some(perhaps) = computed::may_load(self, path, outline) {
            return Wired::CannotTell(format!("{why}, but {perhaps}"));
        }
        let hosted = ["manifest.json", "plugin.json", "plugin.yaml"]
            .iter()
            .find(|name| path.parent().and_then(|f| f.join(name).ok()).is_some_and(|p| self.exists(&p)));
        if let Some(name) = hosted {
            return Wired::CannotTell(format!(
                "{why}, but the host that reads `{name}` beside it may load it by its name"
            ));
        }
        Wired::No { why, at }
    }
}
