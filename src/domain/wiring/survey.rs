//! What a look over a repository brings back for whoever asks who uses a file.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::MOST_PARSED;
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{self, Outline};

/// From how many files on the name of a value tells nothing of who uses it.
pub const COMMON: usize = MOST_PARSED;

/// What the edge found when it looked over the repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// Every file that git would know, ignored ones aside.
    pub paths: BTreeSet<RepoPath>,
    /// The texts that hold one of the asked words, and the manifests.
    pub texts: BTreeMap<RepoPath, String>,
    /// The asked words with the files that hold them; none for those that are common.
    pub mentions: BTreeMap<String, BTreeSet<RepoPath>>,
    /// The weak words that stand in [`COMMON`] files or more.
    pub common: BTreeSet<String>,
    /// Why it is not the whole repository, where it is not.
    pub left_out: Option<String>,
    /// What was parsed of it so far; no part of what it is.
    pub parsed: Parsed,
}

impl Survey {
    /// Tells whether a file that is there is none that git would know; nothing is said of what is hidden.
    pub(crate) fn lacks(&self, path: &RepoPath) -> bool {
        let hidden = |part: &str| part.starts_with('.');
        self.left_out.is_none()
            && !self.paths.is_empty()
            && !self.paths.contains(path)
            && !path.as_str().split('/').any(hidden)
    }
}

/// Outlines that were made once. Two are always equal: they only save work.
#[derive(Debug, Clone, Default)]
pub struct Parsed(RefCell<BTreeMap<RepoPath, Option<Arc<Outline>>>>);

/// One file's outline, made ahead: any thread may make it.
#[derive(Debug)]
pub struct ParsedFile(RepoPath, Option<Arc<Outline>>);

impl ParsedFile {
    /// Parses a text, where it is of a language that is read.
    pub fn of(path: &RepoPath, text: &str) -> Self {
        Self(path.clone(), syntax::outline(path, text))
    }
}

impl Parsed {
    /// Takes in what was parsed ahead.
    pub fn take(&self, files: impl IntoIterator<Item = ParsedFile>) {
        self.0.borrow_mut().extend(files.into_iter().map(|ParsedFile(path, outline)| (path, outline)));
    }

    /// Returns a file's outline, made of its text where it is asked for the first time.
    pub(crate) fn outline(&self, path: &RepoPath, text: Option<&str>) -> Option<Arc<Outline>> {
        if let Some(known) = self.0.borrow().get(path) {
            return known.clone();
        }
        let outline = text.and_then(|text| syntax::outline(path, text));
        self.0.borrow_mut().insert(path.clone(), outline.clone());
        outline
    }

    /// How many files were parsed, or could not be.
    pub fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// Returns what was parsed, for another look over the same files; what had no text may have one now.
    pub fn kept(&self) -> Self {
        let known = self.0.borrow();
        let kept = known.iter().filter(|(_, o)| o.is_some()).map(|(path, o)| (path.clone(), o.clone()));
        Self(RefCell::new(kept.collect()))
    }
}

impl PartialEq for Parsed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Parsed {}
