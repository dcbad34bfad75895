//! A log that was removed under whoever has it open: what it holds and the file has not is brought into the store, or where
//! others wrote past it meanwhile kept in a file of its own.
//!
//! Whoever has removed files open may still write by them into the file: SQLite itself does when the last program that has
//! it open closes it, and so does a viewer that knows nothing of us. And who opens the file while such a log is folded into
//! it keeps pages that are half of before and half of after. So the file itself is left as it is: a whole one takes its name.

use std::io;
use std::path::Path;

use rusqlite::backup::Progress;
use rusqlite::{Connection, MAIN_DB};
use tempfile::TempPath;

use super::exchange::{COPIED, Copy, remove_beside};
use super::facts::{self, LOG_ASIDE};
use super::opening::file_id;
use super::{Store, StoreError, aside, brought_back, left, lost_log, schema, turn};

impl Store {
    /// Sees to it that what a removed log holds is not gone with the last who has it open, and that nobody writes by it.
    ///
    /// # Errors
    ///
    /// What it holds is nowhere else: whoever can had better not let go of it.
    pub(super) fn bring_in_what_was_removed(&self) -> Result<(), StoreError> {
        self.brought_in(false)
    }

    /// The same for who closes: where whoever has the turn goes on having it, what the log holds is kept beside the store, for
    /// which no turn is needed. Who closes last cannot be told: calls that are abandoned close nothing.
    pub(super) fn leave_nothing_behind(&self) -> Result<(), StoreError> {
        self.brought_in(true)
    }

    fn brought_in(&self, closes: bool) -> Result<(), StoreError> {
        let Some(mapped) = &self.mapped else { return Ok(()) };
        // Of a file that is not there under its name nothing is to be told.
        if self.read_only.is_some() || mapped.is_there(&self.path) || file_id(&self.path).is_none() {
            return Ok(());
        }
        // What a repair set aside has its log beside it, but for one that had been removed before.
        if facts::damaged_aside(self.folder())
            .iter()
            .any(|aside| self.file.is_some() && self.file == file_id(aside) && mapped.is_logged_in(aside))
        {
            mapped.is_seen_to(&self.path);
            return Ok(());
        }
        let turn = match turn::wait(&self.path, COPIED) {
            Err(StoreError::Locked { .. }) if closes => None,
            turn => Some(turn?),
        };
        if mapped.is_with_others() {
            mapped.let_be();
            return Ok(());
        }
        let is_in_place = turn.as_ref().is_some_and(turn::Turn::is_held)
            && self.file.is_some()
            && self.file == file_id(&self.path);
        let (missing, has_commits, copied) = loop {
            let is_logged = mapped.is_logged_in(&self.path);
            // By an index that was made anew somebody may have committed what this one does not count, and be gone.
            let missing = is_in_place.then(|| mapped.is_missing(&self.path)).flatten();
            let has_commits = mapped.is_left_with_commits(&self.path);
            let copied = (is_in_place && !has_commits).then(|| Copy::of(&self.path));
            // The index may be removed first, and the log with its commits while it is looked at or copied.
            if is_logged == mapped.is_logged_in(&self.path) {
                break (missing, has_commits, copied);
            }
        };
        let mut is_marked = true;
        if let Some(missing) = missing {
            match lost_log::note_missing(&self.path, missing) {
                // What is here comes first where there is no next time.
                Err(error) if closes => {
                    tracing::error!(%error, "what an index counts of a lost log cannot be marked");
                    is_marked = false;
                }
                noted => noted?,
            }
        }
        // Others may have written to that log by the next index, and folded it in: by the one here their work is not seen.
        let left = if has_commits { left::Left::of(&self.path, self.file, mapped)? } else { None };
        let seen = left.as_ref().map_or(&self.conn, left::Left::seen);
        if has_commits && is_in_place && mapped.was_the_last(&self.path) {
            match self.put_in_place(seen) {
                Ok(()) => {
                    mapped.settle(&self.path);
                    return Ok(());
                }
                // What may pass is tried again, as long as somebody has it.
                Err(error) if !closes && !is_lasting(&error) => return Err(error),
                // Beside the store it can be kept all the same.
                Err(error) => {
                    tracing::warn!(%error, "what a log held that was removed cannot take the store's name");
                }
            }
        }
        if has_commits && !brought_back::is_elsewhere(&self.path, seen) {
            match self.kept_aside(seen) {
                // By pages that others wrote over meanwhile nothing can be read, now or later.
                Err(error @ (StoreError::Damaged { .. } | StoreError::NotAStore { .. })) => {
                    tracing::error!(%error, "what a log held that was removed cannot be read");
                    if mapped.was_opened() {
                        mapped.note_unreadable(&self.path)?;
                    }
                }
                kept => kept?,
            }
        }
        mapped.settle(&self.path);
        // An index that tells of more is left as it is where nothing else does.
        if !is_in_place || !is_marked {
            return Ok(());
        }
        // What is in the file and its log is safe: the next one who finds the names gone tries again.
        let copied = copied.unwrap_or_else(|| Copy::of(&self.path));
        if let Err(error) = copied.and_then(|copy| self.renewed(&copy, seen, has_commits)) {
            tracing::warn!(%error, "the store's file is the one that others have open with files that were removed");
        }
        Ok(())
    }

    /// Has a file with all that was `seen` of the log take the name of the store's, where nothing lies in another.
    fn put_in_place(&self, seen: &Connection) -> Result<(), StoreError> {
        let copy = Copy::place(&self.path)?;
        let sort = |e| StoreError::sort(&self.path, COPIED, e);
        seen.backup(MAIN_DB, &copy.path, None::<fn(Progress)>).map_err(sort)?;
        remove_beside(&self.path).map_err(|e| StoreError::io(&self.path, e))?;
        copy.take_the_name(&self.path)
    }

    /// Has a copy of the file, with all that its log held, take its name.
    ///
    /// Where a part of a removed log `is_missing`, the file may hold the rest of it, and be none without that part: what was
    /// `seen` of it is whole, and takes its name instead.
    fn renewed(&self, copy: &Copy, seen: &Connection, is_missing: bool) -> Result<(), StoreError> {
        if is_missing && !copy.is_whole() && schema::is_whole(seen) {
            self.set_aside(&copy.path)?;
            return self.put_in_place(seen);
        }
        copy.take_the_name(&self.path)
    }

    /// Keeps all that was `seen` of the log under the name of a file that was set aside, where a repair looks.
    fn kept_aside(&self, seen: &Connection) -> Result<(), StoreError> {
        let (_scratch, copy) = schema::whole_copy(seen, &self.path)?;
        self.set_aside(&copy)
    }

    fn set_aside(&self, copy: &Path) -> Result<(), StoreError> {
        let copy = TempPath::try_from_path(copy).map_err(|e| StoreError::io(&self.path, e))?;
        aside::keep(&self.path, copy, LOG_ASIDE).map(drop)
    }
}

/// Tells whether a file is refused the store's name now and later: by whose that is, or by what this user may.
fn is_lasting(error: &StoreError) -> bool {
    matches!(error, StoreError::OfAnother { .. })
        || matches!(error, StoreError::Io { source, .. } if source.kind() == io::ErrorKind::PermissionDenied)
}
