//! Functions of Go that their package keeps to itself: what they use is in use where somebody of the package calls them.

use super::{Project, is_test, visible};
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{self, Grammar, Outline};
use std::collections::BTreeSet;

/// How many users of a file are asked.
const MOST: usize = 400;

/// Returns the outline of a file without the functions that nobody calls, where it has any. The file's own calls are known;
/// those of the files beside it are where the survey looked for them.
pub(super) fn without(project: &Project<'_>, path: &RepoPath, here: &Outline) -> Option<Outline> {
    if here.lone.is_empty() || project.survey.left_out.is_some() {
        return None;
    }
    let is_called = |name: &&String| {
        let named = project.survey.mentions.get(*name);
        // An assembler's file counts as well, and one that only speaks of it.
        named.is_none_or(|files| {
            files.iter().any(|f| f != path && f.parent() == path.parent() && !is_test(f))
        })
    };
    let called: BTreeSet<String> = here.lone.iter().filter(is_called).cloned().collect();
    let some = called.len() < here.lone.len();
    some.then(|| syntax::outline_of_called(path, project.text(path)?, &called)).flatten()
}

impl Project<'_> {
    /// The functions by which alone a file of Go is in use, and of which it must be known who calls them.
    pub(crate) fn lone_users(&self, path: &RepoPath) -> BTreeSet<String> {
        let Some(outline) = self.outline(path).filter(|o| o.grammar == Grammar::Go) else {
            return BTreeSet::new();
        };
        let mut names = BTreeSet::new();
        for file in self.candidates(path, &outline).into_iter().take(MOST) {
            let Some(other) = self.outline(&file) else { continue };
            let uses = |here: &Outline| visible::named(self, &file, here, path, &outline).is_some();
            if !uses(&other) {
                continue;
            }
            let nobody = BTreeSet::new();
            let awake = self.text(&file).and_then(|text| syntax::outline_of_called(&file, text, &nobody));
            if other.lone.is_empty() || awake.is_some_and(|o| uses(&o)) {
                break;
            }
            names.extend(other.lone.iter().cloned());
        }
        names
    }
}
