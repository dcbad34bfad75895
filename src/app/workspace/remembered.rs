//! The files of one place as a call sees them: what was looked at once is not looked at again. Which system a path follows
//! is asked of many paths, and all of them have the same folders above them.

use std::convert::Infallible;

use super::told::Once;
use crate::domain::ids::RepoPath;
use crate::io::files::Files;
use crate::io::settings::{SettingsError, Texts};

/// What was seen of one place so far.
#[derive(Debug, Default)]
pub(super) struct Seen {
    text: Once<RepoPath, Option<String>>,
    is_folder: Once<RepoPath, bool>,
    is_there: Once<RepoPath, bool>,
    folders_in: Once<RepoPath, Vec<RepoPath>>,
    holds_only_reports: Once<RepoPath, bool>,
}

impl Seen {
    /// Has everything looked at again.
    pub(super) fn forget(&self) {
        let Self { text, is_folder, is_there, folders_in, holds_only_reports } = self;
        text.forget();
        is_folder.forget();
        is_there.forget();
        folders_in.forget();
        holds_only_reports.forget();
    }
}

/// Files, and what was seen of them.
pub(super) struct Remembered<'a> {
    pub(super) files: &'a Files,
    pub(super) seen: &'a Seen,
}

impl Texts for Remembered<'_> {
    fn text(&self, path: &RepoPath) -> Result<Option<String>, SettingsError> {
        self.seen.text.or(path.clone(), |path| self.files.text(path))
    }

    fn is_folder(&self, path: &RepoPath) -> Result<bool, SettingsError> {
        self.seen.is_folder.or(path.clone(), |path| self.files.is_folder(path))
    }

    fn is_there(&self, path: &RepoPath) -> Result<bool, SettingsError> {
        self.seen.is_there.or(path.clone(), |path| self.files.is_there(path))
    }

    fn folders_in(&self, folder: &RepoPath) -> Result<Vec<RepoPath>, SettingsError> {
        self.seen.folders_in.or(folder.clone(), |folder| self.files.folders_in(folder))
    }

    fn holds_only_reports(&self, root: &RepoPath) -> bool {
        let look = |root: &RepoPath| Ok::<_, Infallible>(self.files.holds_only_reports(root));
        let Ok(are_all) = self.seen.holds_only_reports.or(root.clone(), look);
        are_all
    }
}
