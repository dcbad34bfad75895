//! Methods that a type leaves to those that are built on it: one that only says that it is not implemented is no work to come
//! where another type of the repository takes it over.

use super::Project;
use crate::domain::ids::RepoPath;
use crate::domain::syntax::{Hollow, HollowBody, Outline, SymbolKind};

/// The most files that are asked for a type built on another.
const MOST: usize = 40;

impl Project<'_> {
    /// Returns the outline of a file without the methods that others take over; nothing where it has none.
    pub(crate) fn without_overridden(&self, path: &RepoPath, outline: &Outline) -> Option<Outline> {
        let left = |body: &HollowBody| {
            body.owner.is_some() && matches!(body.what, Hollow::Said | Hollow::Hinted | Hollow::Empty)
        };
        if !outline.hollow.iter().any(left) {
            return None;
        }
        let candidates = self.candidates(path, outline);
        let others: Vec<_> = candidates.iter().take(MOST).filter_map(|file| self.outline(file)).collect();
        let taken = |body: &HollowBody| {
            takes_over(outline, body) || others.iter().any(|other| takes_over(other, body))
        };
        let mut own = outline.clone();
        own.hollow.retain(|body| !(left(body) && taken(body)));
        (own.hollow.len() < outline.hollow.len()).then_some(own)
    }
}

/// Tells whether a file names the type of a method among its base types, and another type there has a method of that name.
fn takes_over(outline: &Outline, body: &HollowBody) -> bool {
    let Some(owner) = &body.owner else { return false };
    outline.marks.contains(owner)
        && outline.symbols.iter().any(|s| {
            s.kind == SymbolKind::Member
                && s.name == body.name
                && s.owner.as_ref().is_some_and(|of| of != owner)
        })
}
