//! Renames of files too small for libgit2, which wants some lines to tell two files alike: joined as git joins them, by
//! the bytes of the lines they have in common.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::Repository;
use super::error::GitError;
use crate::domain::diff::{ChangeKind, FileChange, Mode};
use crate::domain::ids::Oid;

/// The largest file that is looked at here, in bytes, and the most of them on each side.
const LARGEST: u64 = 4096;
const MOST: usize = 100;

/// The lines from which on libgit2 tells by itself.
const FEW_LINES: usize = 16;

/// The least share of the larger file that must have been in the other, in percent: git's own.
const ALIKE: usize = 50;

impl Repository {
    /// Joins small files that are gone with small ones that came and are like them.
    pub(super) fn join_small(&self, files: &mut Vec<FileChange>) -> Result<(), GitError> {
        if files.iter().filter(|f| f.kind != ChangeKind::Modified).count() > 2 * MOST {
            return Ok(());
        }
        self.part_small(files)?;
        let side = |kind: ChangeKind| -> Vec<usize> {
            (0..files.len()).filter(|at| files[*at].kind == kind).collect()
        };
        let (gone, came) = (side(ChangeKind::Deleted), side(ChangeKind::Added));
        if gone.is_empty() || came.is_empty() || gone.len() > MOST || came.len() > MOST {
            return Ok(());
        }
        let mut was: HashMap<usize, Vec<u8>> = HashMap::new();
        for at in gone {
            was.extend(self.small(files[at].old_blob.as_ref(), files[at].old_mode)?.map(|bytes| (at, bytes)));
        }
        let mut pairs = Vec::new();
        for new in came {
            let Some(is) = self.small(files[new].new_blob.as_ref(), files[new].new_mode)? else { continue };
            for (old, was) in &was {
                let score = likeness(was, &is);
                if score >= ALIKE {
                    let same_name = files[*old].path.file_name() == files[new].path.file_name();
                    pairs.push((Reverse((score, same_name)), *old, new));
                }
            }
        }
        pairs.sort_unstable();
        let mut joined: Vec<usize> = Vec::new();
        for (_, old, new) in pairs {
            if joined.contains(&old) || joined.contains(&new) {
                continue;
            }
            joined.extend([old, new]);
            let was = files[old].clone();
            let file = &mut files[new];
            file.kind = ChangeKind::Renamed;
            file.old_path = Some(was.path);
            (file.old_mode, file.old_blob) = (was.old_mode, was.old_blob);
        }
        let mut at = 0..;
        files.retain(|f| !at.next().is_some_and(|n| joined.contains(&n) && f.kind == ChangeKind::Deleted));
        Ok(())
    }

    /// Takes apart what libgit2 joined of small files that are not the same: it measures them otherwise.
    fn part_small(&self, files: &mut Vec<FileChange>) -> Result<(), GitError> {
        let mut came = Vec::new();
        for file in files.iter_mut().filter(|f| f.kind == ChangeKind::Renamed && f.old_blob != f.new_blob) {
            let small = self.small(file.old_blob.as_ref(), file.old_mode)?.is_some()
                && self.small(file.new_blob.as_ref(), file.new_mode)?.is_some();
            let Some(old_path) = file.old_path.clone().filter(|_| small) else { continue };
            let mut new = FileChange::new(file.path.clone(), ChangeKind::Added);
            (new.new_mode, new.new_blob) = (file.new_mode.take(), file.new_blob.take());
            came.push(new);
            (file.kind, file.path, file.old_path) = (ChangeKind::Deleted, old_path, None);
        }
        if !came.is_empty() {
            files.extend(came);
            files.sort_by(|a, b| a.path.cmp(&b.path));
        }
        Ok(())
    }

    /// Returns the bytes of a small text file; nothing of others, and of an empty one, which is like all others.
    fn small(&self, blob: Option<&Oid>, mode: Option<Mode>) -> Result<Option<Vec<u8>>, GitError> {
        let is_file = matches!(mode, Some(Mode::File | Mode::Executable));
        let Some(blob) = blob.filter(|_| is_file) else { return Ok(None) };
        let size = self.size(self.raw(blob)?)?;
        if size == 0 || size > LARGEST {
            return Ok(None);
        }
        let bytes = self.blob(blob)?;
        let lines = bytes.iter().filter(|b| **b == b'\n').count();
        Ok((lines < FEW_LINES && !bytes.contains(&0)).then_some(bytes))
    }
}

/// Returns how much of the larger of two files is in both, in percent of its bytes, line by line.
fn likeness(was: &[u8], is: &[u8]) -> usize {
    let mut left: HashMap<&[u8], usize> = HashMap::new();
    for line in was.split_inclusive(|b| *b == b'\n') {
        *left.entry(line).or_default() += 1;
    }
    let mut common = 0;
    for line in is.split_inclusive(|b| *b == b'\n') {
        if let Some(count) = left.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            common += line.len();
        }
    }
    100 * common / was.len().max(is.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_alike_by_the_bytes_of_their_lines() {
        for (was, is, expected) in [
            ("one\ntwo\n", "one\ntwo\n", 100),
            ("one\ntwo\n", "one\nsix\n", 50),
            ("a\nlonger line\n", "b\nlonger line\n", 85),
            ("one\n", "two\n", 0),
            ("one\none\n", "one\n", 50),
        ] {
            assert_eq!(likeness(was.as_bytes(), is.as_bytes()), expected, "{was:?} {is:?}");
        }
    }
}
