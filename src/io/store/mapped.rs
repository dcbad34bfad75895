//! Which log and which index of it this process shares with others.
//!
//! SQLite opens the log and maps its index (`-shm`) once in a process, for as long as any connection of it to the store is
//! open, and never looks again which files have those names. Where somebody removes the index under a server, the next
//! process makes another: both then append to one log, each by its own index, and write over what the other was answered for.
//! So it is remembered which files they were. Where a name means another or none, this process writes nothing more; it closes
//! its connections, and opens none before they are closed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};
use std::time::{Duration, SystemTime};

use rusqlite::Connection;

use super::StoreError;
use super::brought_back;
use super::index::{self, Counted, Missing};
use super::log;
use super::lost_log;
use super::mappings::{self, Before, Found};
use super::opening::{self, FileId, beside};
use crate::io::clock::{self, Patience};

/// What is open, by the store's file: as long as a connection holds it.
static MAPPED: Mutex<BTreeMap<FileId, Weak<Mapped>>> = Mutex::new(BTreeMap::new());

/// The stores that are being opened.
static OPENING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static OPENED: Condvar = Condvar::new();

/// Held from before SQLite opens a log and its index until it is known which those are: two openings of one store at once in
/// one process share what SQLite has mapped, and each would take the names that it finds for that.
pub(super) struct OneAtATime(PathBuf);

impl OneAtATime {
    /// Waits until nobody else in this process opens this store.
    pub(super) fn wait(file: &Path) -> Self {
        let folder = file.parent().and_then(|folder| folder.canonicalize().ok());
        let file = folder.unwrap_or_else(|| file.to_owned());
        let mut opening = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
        while !opening.insert(file.clone()) {
            opening = OPENED.wait(opening).unwrap_or_else(PoisonError::into_inner);
        }
        Self(file)
    }
}

impl Drop for OneAtATime {
    fn drop(&mut self) {
        OPENING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
        OPENED.notify_all();
    }
}

/// How long a connection waits for others of this process to be closed whose files were removed.
const DRAINS: Duration = Duration::from_secs(1);

/// The log and the index that this process has open.
#[derive(Debug)]
pub(super) struct Mapped {
    index: Option<FileId>,
    log: Option<FileId>,
    /// How the file was when this process last knew of all that was written to it.
    seen: Mutex<Option<Stamp>>,
    /// The log had something in it when this process last knew of all that was written.
    was_written: AtomicBool,
    /// What the log held when it was removed is in another file.
    settled: AtomicBool,
    /// The log has less by now than its index counts.
    is_cut: AtomicBool,
    /// The store's file and what was had of this log, once others may have marked it.
    marked: Mutex<Option<(PathBuf, Vec<Counted>)>>,
    /// The threads that have a connection open which goes with a call.
    users: Mutex<Vec<ThreadId>>,
}

/// How long a file is and when it was written.
type Stamp = (u64, SystemTime);

impl Mapped {
    fn of(index: Option<FileId>, log: Option<FileId>) -> Arc<Self> {
        Arc::new(Self {
            index,
            log,
            seen: Mutex::default(),
            was_written: AtomicBool::new(false),
            settled: AtomicBool::new(false),
            is_cut: AtomicBool::new(false),
            marked: Mutex::default(),
            users: Mutex::default(),
        })
    }

    /// Notes that this thread has one more connection, until [`Self::is_let_go`] of what this returns.
    pub(super) fn is_taken(&self) -> ThreadId {
        let here = thread::current().id();
        self.users().push(here);
        here
    }

    pub(super) fn is_let_go(&self, by: ThreadId) {
        let mut users = self.users();
        if let Some(at) = users.iter().position(|user| *user == by) {
            users.swap_remove(at);
        }
    }

    fn users(&self) -> MutexGuard<'_, Vec<ThreadId>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how the file is, while all who write to it share this log.
    pub(super) fn saw(&self, file: &Path) {
        let stamp = opening::stamp(file);
        let log = opening::stamp(&beside(file, "-wal"));
        if self.is_there(file) {
            *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = stamp;
            self.was_written.fetch_or(log.is_none_or(|(length, _)| length > 0), Ordering::Relaxed);
        }
    }

    /// Tells whether a store was opened with it: until then nobody was answered for anything in it here.
    pub(super) fn was_opened(&self) -> bool {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Tells whether the log has lost its name with commits in it that the file has not, and nobody saw to them.
    pub(super) fn is_left_with_commits(&self, file: &Path) -> bool {
        let may_be_unfolded =
            |index| index::may_be_unfolded(index, self.left().and_then(|log| log::taken(&log)));
        self.log.is_some_and(|log| opening::file_id(&beside(file, "-wal")) != Some(log))
            && !self.is_begun_anew(file)
            && self.index.is_some_and(may_be_unfolded)
            && !self.settled.load(Ordering::Relaxed)
    }

    /// Returns what the index that lies beside the file counts of a log that is not there and this process does not have either.
    pub(super) fn is_missing(&self, file: &Path) -> Option<Missing> {
        // What was cut from the very log that is open here nobody has.
        if self.is_logged_in(file) {
            let missing = index::missing(file);
            // Where it was removed meanwhile nothing was cut: it is looked at as one that is not there.
            if missing.is_none() || self.is_logged_in(file) {
                self.is_cut.fetch_or(missing.is_some(), Ordering::Relaxed);
                return missing;
            }
        }
        index::missing_beside(file, self.index?, &self.had())
    }

    /// Returns what the log holds that was removed, where the system lets it be read.
    pub(super) fn left(&self) -> Option<Vec<u8>> {
        let mut log = mappings::removed(self.log?)?;
        let mut bytes = Vec::new();
        let is_read = log.metadata().is_ok_and(|found| found.len() <= opening::LARGEST_LOG)
            && log.read_to_end(&mut bytes).is_ok();
        is_read.then_some(bytes)
    }

    /// Tells whether the log that is open has all that its index counts: not where it was laid anew beside another's index.
    pub(super) fn has_its_log(&self, file: &Path) -> bool {
        let named = || self.is_logged_in(file).then(|| fs::read(beside(file, "-wal")).ok()).flatten();
        let taken = self.left().or_else(named).and_then(|log| log::taken(&log));
        taken.zip(self.counted()).is_some_and(|(taken, own)| taken.has(own))
    }

    /// Returns what the index counts that was read here.
    pub(super) fn counted(&self) -> Option<Counted> {
        self.index.and_then(index::counted)
    }

    /// What this process has of its log, by the index and by the log itself.
    fn had(&self) -> Vec<Counted> {
        if self.was_laid_anew() {
            return Vec::new();
        }
        let by_log = self.left().and_then(|log| log::taken(&log));
        self.counted().into_iter().chain(by_log).collect()
    }

    /// Marks that nobody can read any more what the log held when it was removed.
    pub(super) fn note_unreadable(&self, file: &Path) -> Result<(), StoreError> {
        self.log.map_or(Ok(()), |log| lost_log::note_unreadable(file, log))
    }

    /// Tells whether others went on by the very index, in another log: not before all of the one that was removed was in the file.
    fn is_begun_anew(&self, file: &Path) -> bool {
        let has_more = fs::metadata(beside(file, "-wal")).is_ok_and(|found| found.len() > 0);
        let is_by_it = self.index.is_some() && self.index == opening::file_id(&beside(file, "-shm"));
        // An older log that somebody put there is not what the index speaks of.
        has_more && is_by_it && !index::is_of_another_log(file)
    }

    /// Tells whether the log was removed as empty as it was laid, and its index counts commits: whoever opens a store in the
    /// moment in which its log loses its name lays one, and what is counted from then on is in the other, with those who have
    /// that open. They see to it, or the index tells that it is missing.
    pub(super) fn is_with_others(&self) -> bool {
        self.was_laid_anew() && self.index.is_some_and(|index| index::may_be_unfolded(index, None))
    }

    fn was_laid_anew(&self) -> bool {
        !self.was_written.load(Ordering::Relaxed) && self.left().is_some_and(|log| log.is_empty())
    }

    /// Tells whether nobody wrote past the log that was removed: neither to the file nor to another log.
    pub(super) fn was_the_last(&self, file: &Path) -> bool {
        let is_empty = fs::metadata(beside(file, "-wal")).map_or(0, |found| found.len()) == 0;
        // By the very index nobody does: it counts what the new log has not.
        if is_empty && self.index.is_some() && self.index == opening::file_id(&beside(file, "-shm")) {
            return true;
        }
        if !is_empty {
            return false;
        }
        let Some(stamp) = opening::stamp(file) else { return false };
        // Others who share the log may have folded some of it in: before it was removed.
        let removed = self.log.and_then(mappings::lost_its_name);
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // By a clock that went back since, nothing is told.
        let is_told = |removed: &SystemTime| clock::is_over(*removed);
        let written = mappings::changed(file);
        *seen == Some(stamp)
            || removed.filter(is_told).zip(written).is_some_and(|(removed, written)| written < removed)
    }

    /// Notes that what the log held is safe elsewhere: it is never folded in, and what others marked of it is settled.
    pub(super) fn settle(&self, file: &Path) {
        self.settled.store(true, Ordering::Relaxed);
        self.is_seen_to(file);
    }

    /// Notes that the log is never folded in: its index counts what it does not hold.
    pub(super) fn let_be(&self) {
        self.settled.store(true, Ordering::Relaxed);
    }

    /// Takes away what others marked of the log that this process has open, now and once it is closed.
    pub(super) fn is_seen_to(&self, file: &Path) {
        let has_all = !self.is_cut.load(Ordering::Relaxed);
        let had = if has_all { self.had() } else { Vec::new() };
        *self.marked.lock().unwrap_or_else(PoisonError::into_inner) = Some((file.to_owned(), had));
        self.unmark();
    }

    fn unmark(&self) {
        let marked = self.marked.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some((file, had)), Some(log)) = (marked.as_ref(), self.log) {
            lost_log::is_seen_to(file, log, had);
        }
    }

    /// Tells whether this process has a connection to a file.
    pub(super) fn is_open(file: FileId) -> bool {
        let all = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&file).is_some_and(|open| open.strong_count() > 0)
    }

    /// Returns what other connections of this process have open of a store: ask before opening one more. Those whose files
    /// were removed are waited for; nothing is opened beside them.
    pub(super) fn already(file: &Path) -> Result<Option<Arc<Self>>, Gone> {
        let mut patience = Patience::new(DRAINS);
        loop {
            match Self::found(file) {
                // What this very call has open it closes only behind this.
                Some(open) if !open.is_there(file) => {
                    if open.users().contains(&thread::current().id()) {
                        return Err(Gone);
                    }
                }
                open => return Ok(open),
            }
            if !patience.nap() {
                return Err(Gone);
            }
        }
    }

    /// As [`Self::already`], and waits for nobody: whoever keeps others from opening meanwhile would wait for what they close.
    pub(super) fn already_now(file: &Path) -> Result<Option<Arc<Self>>, Gone> {
        match Self::found(file) {
            Some(open) if !open.is_there(file) => Err(Gone),
            open => Ok(open),
        }
    }

    fn found(file: &Path) -> Option<Arc<Self>> {
        let all = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        opening::file_id(file).and_then(|id| all.get(&id)?.upgrade())
    }

    /// Looks before a connection is made, for [`Self::now`].
    pub(super) fn before(file: &Path) -> Before {
        Before::look(&beside(file, "-shm"), &beside(file, "-wal"))
    }

    /// Looks what a first connection of this process to a store has opened; nothing where it opened none, or where the system
    /// does not tell. What was removed since is nobody's.
    pub(super) fn now(file: &Path, before: &Before) -> Result<Option<Arc<Self>>, Gone> {
        match (before.index(&beside(file, "-shm")), before.log(&beside(file, "-wal"))) {
            (Found::Removed, _) | (_, Found::Removed) => Err(Gone),
            (Found::Named(index), Found::Named(log)) => Ok(Some(Self::of(Some(index), Some(log)))),
            _ => Ok(None),
        }
    }

    /// What a first connection has opened that was removed before [`Self::now`] could look.
    pub(super) fn removed(file: &Path, before: &Before) -> Option<Arc<Self>> {
        let [index, log] = ["-shm", "-wal"].map(|suffix| beside(file, suffix));
        let [of_index, of_log] = before.removed(&index, &log);
        let named = |found| if let Found::Named(id) = found { Some(id) } else { None };
        let of_index = of_index.or_else(|| named(before.index(&index)));
        let of_log = of_log.or_else(|| named(before.log(&log)));
        (of_index.is_some() && of_log.is_some()).then(|| Self::of(of_index, of_log))
    }

    /// What a connection has open that was made beside those that were open `already`, if any were. They may have been closed
    /// meanwhile, and the last of them has removed the log and its index.
    pub(super) fn beside(
        already: Option<Arc<Self>>,
        file: &Path,
        before: &Before,
    ) -> Result<Option<Arc<Self>>, Gone> {
        match already {
            Some(open) if open.is_there(file) => Ok(Some(open)),
            Some(_) => Self::now(file, before)?.map(Some).ok_or(Gone),
            None => Self::now(file, before),
        }
    }

    /// Takes what the names mean for what is open, where the system does not tell.
    pub(super) fn named(file: &Path) -> Option<Arc<Self>> {
        let [index, log] = ["-shm", "-wal"].map(|suffix| opening::file_id(&beside(file, suffix)));
        let is_known = index.is_some() || cfg!(not(unix));
        is_known.then(|| Self::of(index, log))
    }

    /// Has further connections of this process know of it.
    pub(super) fn keep(self: &Arc<Self>, file: &Path) {
        if let Some(of) = opening::file_id(file) {
            let mut all = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|_, one| one.strong_count() > 0);
            all.insert(of, Arc::downgrade(self));
        }
    }

    /// Tells whether the log that is open lies beside a file.
    pub(super) fn is_logged_in(&self, file: &Path) -> bool {
        self.log.is_some() && self.log == opening::file_id(&beside(file, "-wal"))
    }

    /// Takes away the index that is open here where its log is gone, and all that is `seen` by it is in the store's file, or
    /// in one that was kept: it counts as missing what is not. So it does that was laid by a log which was just removed, as a whole copy took the name.
    pub(super) fn lets_no_index_lie(&self, file: &Path, seen: &Connection) {
        let index = beside(file, "-shm");
        let is_named = self.index.is_some() && self.index == opening::file_id(&index);
        if is_named && index::missing(file).is_some() && brought_back::is_elsewhere(file, seen) {
            // Whoever has it open finds out, and one that stays closes gates until a repair.
            let _ = fs::remove_file(index);
        }
    }

    /// Tells whether the names beside a store's file mean what was opened. It may have another name by now: a folder moves
    /// with all that lies in it.
    pub(super) fn is_there(&self, file: &Path) -> bool {
        self.is_named(file) && !index::is_of_another_log(file)
    }

    fn is_named(&self, file: &Path) -> bool {
        let means = |suffix: &str| opening::file_id(&beside(file, suffix));
        self.index == means("-shm") && self.log == means("-wal")
    }

    /// Tells whether there may be commits in the log that this process does not know of: then it must not be folded in by
    /// what it knows. Where no log has the name any more, what is open here is all that is left of it.
    pub(super) fn is_outdated(&self, file: &Path) -> bool {
        let is_settled = self.settled.load(Ordering::Relaxed);
        is_settled || !self.is_there(file) && opening::file_id(&beside(file, "-wal")).is_some()
    }
}

impl Drop for Mapped {
    /// Behind the last connection: until then others saw it open, and may have marked it once more.
    fn drop(&mut self) {
        self.unmark();
    }
}

/// Connections to files that were removed are open still.
#[derive(Debug)]
pub(super) struct Gone;

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::domain::ids::Timestamp;
    use crate::io::store::Store;
    use crate::io::store::exchange::Copy;

    #[test]
    fn what_an_index_counts_is_not_in_a_log_that_was_laid_anew_beside_it() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        store.put_blob(&[1; 5_000]).unwrap();
        assert!(!index::is_of_another_log(store.path()));
        let index = opening::file_id(&beside(store.path(), "-shm"));
        let laid = folder.path().join("laid");
        let mut log = fs::File::create_new(&laid).unwrap();
        let mapped = Mapped::of(index, opening::file_id(&laid));
        assert!(!mapped.is_with_others(), "it has its name");
        fs::remove_file(&laid).unwrap();
        assert!(mapped.is_with_others());
        assert_eq!((mapped.counted().is_some(), mapped.had()), (true, vec![]));
        // What was cut under this process was here.
        mapped.was_written.store(true, Ordering::Relaxed);
        assert!(!mapped.is_with_others() && !mapped.had().is_empty());
        mapped.was_written.store(false, Ordering::Relaxed);
        log.write_all(b"a frame").unwrap();
        assert!(!mapped.is_with_others());
        let own = store.mapped.as_ref().unwrap();
        assert!(own.was_written.load(Ordering::Relaxed) && own.was_opened());
    }

    #[test]
    fn an_index_that_was_laid_by_a_log_which_the_file_holds_goes_with_it() {
        let folder = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        store.keep_stray(Timestamp(1), None, "why", "what came").unwrap();
        let (file, mapped) = (store.path().to_owned(), store.mapped.clone().unwrap());
        let [log, index] = ["-wal", "-shm"].map(|suffix| beside(&file, suffix));
        let [kept_log, kept_index] = ["log", "index"].map(|name| folder.path().join(name));
        fs::hard_link(&log, &kept_log).unwrap();
        fs::hard_link(&index, &kept_index).unwrap();
        let stays = || {
            mapped.lets_no_index_lie(&file, &store.conn);
            index.exists()
        };
        let copy = Copy::of(&file).unwrap();
        assert!(stays(), "its log is there");
        fs::remove_file(&log).unwrap();
        assert!(stays(), "the file does not hold what came");
        copy.take_the_name(&file).unwrap();
        assert!(!index.exists());
        fs::copy(&kept_index, &index).unwrap();
        assert!(stays(), "it is another's");
        fs::remove_file(&index).unwrap();
        fs::hard_link(&kept_index, &index).unwrap();
        fs::hard_link(&kept_log, &log).unwrap();
        assert!(stays(), "nobody misses anything");
        fs::remove_file(&log).unwrap();
        assert!(!stays());
    }
}
