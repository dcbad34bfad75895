//! What a repository says of its files in `.gitattributes`: which ones are generated (SPEC 7.5).
//!
//! Read from the index, never from the work tree, where such a file may be a link; no filter or driver is run.

use std::collections::BTreeMap;

use git2::AttrCheckFlags;

use super::Repository;
use crate::domain::ids::RepoPath;

impl Repository {
    /// Returns those of some files that are marked with `linguist-generated`, or with `-linguist-generated` as not.
    /// What cannot be read marks nothing.
    pub fn marked_generated<'p>(
        &self,
        paths: impl IntoIterator<Item = &'p RepoPath>,
    ) -> BTreeMap<RepoPath, bool> {
        let flags = AttrCheckFlags::INDEX_ONLY | AttrCheckFlags::NO_SYSTEM;
        let marked = |path: &RepoPath| {
            let value = self.inner.get_attr(path.as_str().as_ref(), "linguist-generated", flags).ok()??;
            match git2::AttrValue::from_string(Some(value)) {
                git2::AttrValue::True => Some(true),
                git2::AttrValue::False => Some(false),
                git2::AttrValue::String(word) => Some(!word.eq_ignore_ascii_case("false")),
                git2::AttrValue::Bytes(_) | git2::AttrValue::Unspecified => None,
            }
        };
        paths.into_iter().filter_map(|path| Some((path.clone(), marked(path)?))).collect()
    }
}
