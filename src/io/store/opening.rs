//! Opening the store file: to write, to read, or to look at it without a trace.
//!
//! Never opens a file that is not ours for writing. The database file is only ever opened through SQLite while others may write:
//! closing any other handle to it would drop this process's locks.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags};
use tempfile::TempDir;

use super::Store;
use super::alone;
use super::connection::{self, connect, patiently, wait_for_locks, with_log};
use super::copies;
use super::error::StoreError;
use super::exchange;
use super::facts;
use super::index;
use super::left::Left;
use super::log::{self, LogFault};
use super::lost_log;
use super::mapped::{Mapped, OneAtATime};
use super::named::{Names, has_second_name};
use super::owner;
use super::place::{FILE, Place};
use super::read_only::ReadOnly;
use super::schema::{self, Identity};
use super::{turn, unclosed};
use crate::io::clock::Patience;
use crate::io::machine;

/// How long, in milliseconds, a call of this process waits for another's lock before it gives up.
static LOCK_WAIT: AtomicU64 = AtomicU64::new(10_000);

/// How long a call waits for another process's lock before it gives up.
pub(super) fn lock_wait() -> Duration {
    Duration::from_millis(LOCK_WAIT.load(Ordering::Relaxed))
}

/// Has each call of this process wait for another's lock for at most `limit` from now on: a host waits for it.
pub(super) fn wait_at_most(limit: Duration) {
    let limit = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
    LOCK_WAIT.fetch_min(limit, Ordering::Relaxed);
}

/// Repairs that one opening waits out.
const TIMES: u32 = 4;

/// How often a log that looks damaged is looked at again, and for how long in between: another process may be writing it.
const LOOKS: u32 = 3;
const BETWEEN_LOOKS: Duration = Duration::from_millis(15);

/// The largest log that is held against its sums, in bytes.
pub(super) const LARGEST_LOG: u64 = 512 * 1024 * 1024;

/// An open database with all that its use depends on.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) conn: Connection,
    pub(super) path: PathBuf,
    pub(super) read_only: Option<ReadOnly>,
    /// Which file the path meant when it was opened.
    pub(super) file: Option<FileId>,
    pub(super) mapped: Option<Arc<Mapped>>,
    /// Keeps the copy alive that is read in place of a write-protected store.
    pub(super) copy: Option<TempDir>,
}

/// Tells one file from another that took its name.
pub(super) type FileId = (u64, u64);

/// Opens the store in `root`/countersign to write, creating it when there is none.
pub(super) fn to_write(root: &Path) -> Result<Opening, StoreError> {
    writable(root, true)
}

/// Opens the store to write; one that has no tables yet is made only where the caller `makes` stores.
fn writable(root: &Path, makes: bool) -> Result<Opening, StoreError> {
    already(&Place::find(root)?.file)?;
    // One limit for all of them: a caller waits for the call, not for its steps.
    let waits = Patience::new(lock_wait());
    until_it_stays(root, &waits, || to_write_once(root, makes, &waits))
}

/// Opens a store anew as long as it is removed or replaced meanwhile: a repair that was waited for has put another file in
/// place, and what is committed to the one that it set aside is lost; what was read of the old file by the new one's log tells
/// of no damage.
fn until_it_stays(
    root: &Path,
    waits: &Patience,
    mut once: impl FnMut() -> Result<Opening, StoreError>,
) -> Result<Opening, StoreError> {
    /// Others that come and go take a moment each; whatever takes longer is waited out a few times.
    const QUICK: u32 = 50;
    const MOMENT: Duration = Duration::from_millis(100);
    let (mut slow, mut looks) = (0, 0);
    for _ in 0..QUICK {
        let (before, begun) = (file_id(&Place::find(root)?.file), Instant::now());
        let opened = once();
        let file = Place::find(root)?.file;
        let now = file_id(&file);
        let is_another = match &opened {
            // Another user was about to share what he laid beside it.
            Ok(opened)
                if opened.read_only == Some(ReadOnly::FileSystem)
                    && before == now
                    && !is_protected(&opened.path) =>
            {
                looks_again(&mut looks)
            }
            Ok(opened) => before.is_some() && opened.file.is_some() && opened.file != before,
            Err(StoreError::Replaced { .. }) => true,
            // What is missing one of ours has in a log that was removed: whoever runs brings it in.
            Err(StoreError::Damaged { .. }) if before == now && exchange::is_had_removed(&file) => {
                if !exchange::is_brought_in(&file, waits.left()) {
                    return Err(gone(&file));
                }
                looks = 0;
                true
            }
            // What looks so only while others write, or a cleaner removes, is no damage.
            Err(StoreError::Damaged { .. }) if before == now => looks_again(&mut looks),
            Err(StoreError::Damaged { .. }) => true,
            Err(_) => before.is_some() && before != now,
        };
        if !is_another {
            return opened;
        }
        slow += u32::from(begun.elapsed() > MOMENT);
        if slow == TIMES {
            break;
        }
    }
    Err(StoreError::Replaced { path: Place::find(root)?.file })
}

/// Waits for a moment, some times in all, and tells whether to look once more.
fn looks_again(looks: &mut u32) -> bool {
    *looks += 1;
    let goes_on = *looks < LOOKS;
    if goes_on {
        std::thread::sleep(BETWEEN_LOOKS);
    }
    goes_on
}

/// Tells whether anything of a store may not be written by this user.
fn is_protected(file: &Path) -> bool {
    let folder = file.parent().unwrap_or(file);
    let beside = ["-wal", "-shm"].map(|suffix| beside(file, suffix));
    let mut all = [file, folder].into_iter().chain(beside.iter().map(PathBuf::as_path));
    all.any(|path| machine::may_write(path) == Some(false))
}

fn to_write_once(root: &Path, makes: bool, waits: &Patience) -> Result<Opening, StoreError> {
    let place = Place::find(root)?;
    place.create_folder()?;
    lost_log::note(&place.file, waits.left())?;
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    if place.is_new()? {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    } else if let Some(fault) = log_fault(&place.file)? {
        // Opened to write, SQLite would fold in what holds of the log and remove the rest.
        vouched(&place, fault)?;
        return copied(place, ReadOnly::DamagedLog(fault), Some(fault));
    } else if is_linked(&place)? {
        return copied(place, ReadOnly::Linked, None);
    }
    exchange::leave_behind(&place.file, waits.left())?;
    already(&place.file)?;
    if owner::would_be_kept_out(&place.file) {
        return read_protected(place);
    }
    let alone = OneAtATime::wait(&place.file);
    // What is removed from here on is seen to be another.
    let found = Names::of(&place.file);
    let mut mapped = already_now(&place.file)?;
    // By a log of its own it would not see that another folds a removed one in: not before that is done.
    // A file that is just being made has nothing to be folded into, and whoever makes it needs it alone for a moment.
    let is_first = mapped.is_none() && !found.are_there() && !place.is_new()?;
    let turn = if is_first { Some(its_turn(&place.file, waits)?) } else { None };
    let before = Mapped::before(&place.file);
    let counted = index::Before::look(&place.file);
    let opened = connect(&place.file, flags, waits.left()).and_then(|conn| {
        // Whoever closes it last folds the log in: not before it is known to be the file's own.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        let mut identity = patiently(waits.left(), || schema::identify(&conn))?;
        let mut now = Mapped::beside(mapped.take(), &place.file, &before);
        if matches!(now, Ok(None)) && identity == Identity::Fresh && !conn.is_readonly(MAIN_DB)? {
            // A new file has no log yet. It gets one now, before anything is written, so that it is known which.
            patiently(waits.left(), || with_log(&conn))?;
            identity = patiently(waits.left(), || schema::identify(&conn))?;
            now = Mapped::now(&place.file, &before);
        }
        Ok((conn.is_readonly(MAIN_DB)?, identity, conn, now))
    });
    // Also what it laid there before it failed.
    owner::share(&place.file);
    lost_log::note_laid_over(&place.file, counted.as_ref())?;
    let (write_protected, identity, mut conn, now) = match opened {
        Ok(found) => found,
        Err(e) if is_write_protection(&e) && place.is_new()? => {
            return Err(place.cannot_create(io::Error::other(e)));
        }
        Err(e) if is_write_protection(&e) => {
            drop((alone, turn));
            return read_protected(place);
        }
        // Of pages that lie in a log which was removed nothing can be read.
        Err(_) if found.are_others(&place.file) => return Err(gone(&place.file)),
        Err(e) => return Err(StoreError::sort(&place.file, lock_wait(), e)),
    };
    let file = found.file().or_else(|| file_id(&place.file));
    let is_removed = now.is_err();
    // What is made anew meanwhile, beside the file or in its place, is opened anew, in its turn.
    let is_another = !is_first && found.are_there() && found != Names::of(&place.file);
    let mapped = match now {
        Ok(now) => now.or_else(|| Mapped::named(&place.file)),
        Err(_) => Mapped::removed(&place.file, &before),
    };
    if is_removed || is_another || is_gone(mapped.as_ref(), &place.file) {
        // Nobody else of this process opens it before this is closed: he would share the index that was removed.
        drop(turn);
        let is_ours = matches!(identity, Identity::Ours { .. }) && !write_protected;
        let mapped = mapped.filter(|_| is_ours);
        let gone = closed(conn, &place.file, file, mapped);
        drop(alone);
        return Err(gone);
    }
    if let Some(mapped) = &mapped {
        mapped.keep(&place.file);
    }
    drop((alone, turn));
    let made = made(&mut conn, &place, (identity, makes, write_protected), waits, mapped.as_ref());
    let may_be_ours = matches!(identity, Identity::Ours { .. } | Identity::Fresh);
    if may_be_ours && !write_protected && is_gone(mapped.as_ref(), &place.file) {
        return Err(closed(conn, &place.file, file, mapped));
    }
    match made? {
        Made::ToRead(reason) => return read(place, reason),
        Made::Protected => return read_protected(place),
        Made::Whole => {}
    }
    // Where no index could be made, as on a full disk, the commit has said so.
    let Some(open) = &mapped else { return Err(gone(&place.file)) };
    open.saw(&place.file);
    wait_for_locks(&mut conn, lock_wait())
        .and_then(|()| conn.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false))
        .map_err(|e| StoreError::sort(&place.file, lock_wait(), e))?;
    // So that what is open here can be read once it has lost its name.
    let _ = unclosed::reader(&place.file);
    let file = file_id(&place.file);
    Ok(Opening { conn, path: place.file, read_only: None, file, mapped, copy: None })
}

/// What came of making a store of what was opened.
enum Made {
    Whole,
    /// It is to be read, for this reason.
    ToRead(ReadOnly),
    /// It may not be written.
    Protected,
}

/// Makes a store of what was opened, where it is none yet, and brings one up to date.
fn made(
    conn: &mut Connection,
    place: &Place,
    (mut identity, makes, write_protected): (Identity, bool, bool),
    waits: &Patience,
    mapped: Option<&Arc<Mapped>>,
) -> Result<Made, StoreError> {
    if identity == Identity::Fresh && log_commits(&place.file) {
        // Whoever just makes the store has the turn.
        let _turn = its_turn(&place.file, waits)?;
        identity = patiently(waits.left(), || schema::identify(conn))
            .map_err(|e| StoreError::sort(&place.file, lock_wait(), e))?;
        if identity == Identity::Fresh && log_commits(&place.file) {
            let why = "commits of a store lie in its log, and the file has nothing of what came before them";
            let damaged = StoreError::damaged(&place.file, why.to_owned());
            return Err(unless_gone(mapped, &place.file, damaged));
        }
    }
    if identity == Identity::Fresh && !makes {
        return Err(StoreError::Missing { path: place.file.clone() });
    }
    if let Some(reason) = place.judge(identity)? {
        return Ok(Made::ToRead(reason));
    }
    own_log(&place.file, &place.file, conn).map_err(|e| unless_gone(mapped, &place.file, e))?;
    if write_protected {
        return Ok(Made::Protected);
    }
    match prepare(conn, &place.file, waits, &|| !is_gone(mapped, &place.file)) {
        Err(StoreError::ReadOnly { reason: ReadOnly::FileSystem, .. }) => Ok(Made::Protected),
        prepared => prepared.map(|()| Made::Whole).map_err(|e| unless_gone(mapped, &place.file, e)),
    }
}

/// Tells whether what was opened has lost a name since.
fn is_gone(mapped: Option<&Arc<Mapped>>, file: &Path) -> bool {
    mapped.is_some_and(|mapped| !mapped.is_there(file))
}

/// Closes what was removed while it was opened as a store is closed: the log with what made it a store, or with what others
/// left in it, may be open nowhere else. One that was laid anew for this opening, or goes with another file, holds nothing.
fn closed(conn: Connection, path: &Path, file: Option<FileId>, mapped: Option<Arc<Mapped>>) -> StoreError {
    let gone = gone(path);
    if let Some(mapped) = &mapped {
        mapped.lets_no_index_lie(path, &conn);
    }
    let file = file.filter(|file| file_id(path) == Some(*file));
    let is_brought_in = mapped.as_ref().is_some_and(|mapped| {
        mapped.has_its_log(path)
            && (mapped.is_logged_in(path)
                || mapped.is_left_with_commits(path) && !matches!(Left::of(path, file, mapped), Ok(None)))
    });
    // Others of this process wait as long as somebody has it.
    let brought_in = mapped.clone().filter(|_| is_brought_in);
    let path = path.to_owned();
    drop(Store::from(Opening { conn, path, read_only: None, file, mapped: brought_in, copy: None }));
    drop(mapped);
    gone
}

/// Waits for the turn as long as an opening still may. Who is refused has waited for all of it.
fn its_turn(file: &Path, waits: &Patience) -> Result<turn::Turn, StoreError> {
    turn::wait(file, waits.left()).map_err(|error| {
        if matches!(error, StoreError::Locked { .. }) {
            return StoreError::locked(file.to_owned(), lock_wait());
        }
        error
    })
}

/// What other connections of this process have open, which must be there still.
fn already(file: &Path) -> Result<Option<Arc<Mapped>>, StoreError> {
    Mapped::already(file).map_err(|_| gone(file))
}

/// The same, while nobody else of this process opens it: who has it open is not waited for.
fn already_now(file: &Path) -> Result<Option<Arc<Mapped>>, StoreError> {
    Mapped::already_now(file).map_err(|_| gone(file))
}

/// What was removed under whoever has it open: the log where it was the log alone, else its index.
pub(super) fn gone(file: &Path) -> StoreError {
    let has_log = beside(file, "-wal").exists() && !index::is_of_another_log(file);
    let suffix = if has_log { "-shm" } else { "-wal" };
    StoreError::Replaced { path: beside(file, suffix) }
}

/// What was read past the index that others use tells of no damage.
fn unless_gone(mapped: Option<&Arc<Mapped>>, file: &Path, error: StoreError) -> StoreError {
    if is_gone(mapped, file) { gone(file) } else { error }
}

/// Opens the store in `root`/countersign to write; there must be one.
pub(super) fn existing(root: &Path) -> Result<Opening, StoreError> {
    let place = Place::find(root)?;
    if place.is_new()? {
        return Err(StoreError::Missing { path: place.file });
    }
    writable(root, false)
}

/// Tells whether anything was committed to the log that lies beside a file.
fn log_commits(file: &Path) -> bool {
    fs::read(beside(file, "-wal")).is_ok_and(|log| log::holds_commits(&log))
}

/// Opens the store in `root`/countersign only to read; there must be one.
pub(super) fn to_read(root: &Path) -> Result<Opening, StoreError> {
    let place = Place::find(root)?;
    let waits = Patience::new(lock_wait());
    let note = || lost_log::note(&place.file, waits.left());
    note()?;
    if place.is_new()? {
        return Err(StoreError::Missing { path: place.file });
    }
    if let Err(error) = exchange::leave_behind(&place.file, waits.left()) {
        // What only a sleeper has would be passed over without a word.
        if exchange::is_had_removed(&place.file) {
            return Err(error);
        }
        tracing::debug!(%error, "others have the store open with files that were removed");
    }
    already(&place.file)?;
    until_it_stays(root, &waits, || {
        // What is removed while it is opened is looked at anew.
        note()?;
        read(Place::find(root)?, ReadOnly::Asked)
    })
}

/// Opens the store in `root`/countersign to look at it, leaving no trace of that: not even the files that SQLite lays
/// beside a database while it is read.
pub(super) fn to_examine(root: &Path) -> Result<Opening, StoreError> {
    let place = Place::find(root)?;
    if place.is_new()? {
        return Err(StoreError::Missing { path: place.file });
    }
    if exchange::stays_without_its_log(&place.file) {
        return Err(gone(&place.file));
    }
    let log = fs::metadata(beside(&place.file, "-wal")).map_or(0, |found| found.len());
    // Nobody has it open: whoever reads it by its index makes that anew, which is all that is left of a log.
    let is_lost = lost_log::is_there(&place.file);
    match (log, beside(&place.file, "-shm").exists(), log_fault(&place.file)?) {
        (1.., _, Some(fault)) => copied(place, ReadOnly::Asked, Some(fault)),
        // Both are there: whoever reads adds nothing.
        (1.., true, None) if !is_lost => read(place, ReadOnly::Asked),
        (1.., _, None) => copied(place, ReadOnly::Asked, None),
        // What it held is with whoever has it open.
        (0, ..) if !is_lost && index::is_of_another_log(&place.file) => Err(gone(&place.file)),
        (0, _, _) => {
            let opened = open_to_read(
                &unshared(&place.file),
                OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
            );
            let (conn, identity) = opened.map_err(|e| StoreError::sort(&place.file, lock_wait(), e))?;
            finished(place, ReadOnly::Asked, conn, identity, None)
        }
    }
}

/// Names a file so that SQLite reads it without looking for others that use it.
pub(super) fn unshared(file: &Path) -> PathBuf {
    let mut uri = String::from("file:");
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.push_str("?immutable=1");
    PathBuf::from(uri)
}

/// Opens to read: the file itself, or a copy where its log cannot be shared or does not hold.
fn read(place: Place, reason: ReadOnly) -> Result<Opening, StoreError> {
    if let Some(fault) = log_fault(&place.file)? {
        vouched(&place, fault)?;
        return copied(place, reason, Some(fault));
    }
    if is_linked(&place)? || owner::would_be_kept_out(&place.file) {
        return copied(place, reason, None);
    }
    already(&place.file)?;
    let alone = OneAtATime::wait(&place.file);
    let found = Names::of(&place.file);
    let mapped = already_now(&place.file)?;
    let before = Mapped::before(&place.file);
    let counted = index::Before::look(&place.file);
    let opened = open_to_read(&place.file, OpenFlags::SQLITE_OPEN_READ_ONLY);
    owner::share(&place.file);
    lost_log::note_laid_over(&place.file, counted.as_ref())?;
    match opened {
        Ok((conn, identity)) => {
            let now = Mapped::beside(mapped, &place.file, &before);
            let now = now.map_err(|_| {
                if let Some(removed) = Mapped::removed(&place.file, &before) {
                    removed.lets_no_index_lie(&place.file, &conn);
                }
                gone(&place.file)
            })?;
            let mapped = now.or_else(|| Mapped::named(&place.file));
            // Whether it is there still or not: who opens next shares it.
            if let Some(mapped) = &mapped {
                mapped.keep(&place.file);
            }
            drop(alone);
            let file = place.file.clone();
            let finished = finished(place, reason, conn, identity, None);
            let opening = finished.map_err(|e| unless_gone(mapped.as_ref(), &file, e))?;
            Ok(Opening { mapped, ..opening })
        }
        Err(e) if is_write_protection(&e) => copied(place, reason, None),
        Err(_) if found.are_others(&place.file) => Err(gone(&place.file)),
        Err(e) => {
            let error = StoreError::sort(&place.file, lock_wait(), e);
            Err(unless_gone(mapped.as_ref(), &place.file, error))
        }
    }
}

/// Refuses a log of which pages were lost: an older state of a loop may hold by itself, a list may not lead to one that
/// is there, and a gate would open for what is not found.
fn vouched(place: &Place, fault: LogFault) -> Result<(), StoreError> {
    if fault.left_out > 0 { Err(damaged(&place.file, fault)) } else { Ok(()) }
}

/// Refuses a log that hides what the file `read` holds: nothing tells which of the two is to be believed, and a gate would
/// open for what is not shown.
fn own_log(file: &Path, read: &Path, conn: &Connection) -> Result<(), StoreError> {
    alone::hidden(read, conn).map_or(Ok(()), |why| Err(StoreError::damaged(file, why)))
}

fn damaged(file: &Path, fault: LogFault) -> StoreError {
    StoreError::damaged(file, fault.to_string())
}

/// Opens to read what cannot be written, saying what of it is protected.
fn read_protected(place: Place) -> Result<Opening, StoreError> {
    let folder = place.file.parent().unwrap_or(&place.root);
    let protected = |path: &Path| machine::may_write(path) == Some(false);
    let itself = protected(&place.file) || protected(folder);
    let beside = ["-wal", "-shm"].into_iter().find(|suffix| protected(&beside(&place.file, suffix)));
    let reason = match beside {
        Some(suffix) if !itself => ReadOnly::Beside(suffix),
        None if !itself && facts::is_of_no_version(&place.file) => ReadOnly::Header,
        None if !itself => match (owner::of_another(&place.file), machine::makes_files(folder)) {
            (Some(owner), None) => ReadOnly::OfAnother { owner },
            (_, why) => why.map_or(ReadOnly::FileSystem, ReadOnly::Refused),
        },
        Some(_) | None => ReadOnly::FileSystem,
    };
    read(place, reason)
}

/// Tells whether the file or its log has a second name: each name would have a log or an index of its own, and what one
/// writes the other would overwrite. A repair gives a second name for a moment, behind its mark.
fn is_linked(place: &Place) -> Result<bool, StoreError> {
    if !has_second_name(&place.file) {
        return Ok(false);
    }
    if place.is_in_repair() {
        return Err(StoreError::Repairing { path: place.file.clone() });
    }
    // A repair that ended in between has put another file in place.
    Ok(has_second_name(&place.file))
}

/// Opens a copy to read. A log that does not hold is sealed anew in it, so that no commit is passed over.
fn copied(place: Place, reason: ReadOnly, fault: Option<LogFault>) -> Result<Opening, StoreError> {
    let copy = copies::copy_store(&place.file)?;
    let target = copy.path().join(FILE);
    let mut reason = reason;
    if let Some(fault) = fault {
        reason = ReadOnly::DamagedLog(fault);
        copies::reseal(&beside(&target, "-wal")).map_err(|e| StoreError::io(&target, e))?;
    }
    // The copy is ours: its log may be folded in.
    let (conn, identity) = open_to_read(&target, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|e| StoreError::sort(&place.file, lock_wait(), e))?;
    finished(place, reason, conn, identity, Some(copy))
}

fn finished(
    place: Place,
    reason: ReadOnly,
    conn: Connection,
    identity: Identity,
    copy: Option<TempDir>,
) -> Result<Opening, StoreError> {
    if let (Identity::Fresh, ReadOnly::DamagedLog(fault)) = (&identity, reason) {
        // What made it a store was in the log.
        return Err(damaged(&place.file, fault));
    }
    if identity == Identity::Fresh {
        return Err(StoreError::Missing { path: place.file });
    }
    let reason = place.judge(identity)?.unwrap_or(reason);
    let found = copy.as_ref().map_or_else(|| place.file.clone(), |copy| copy.path().join(FILE));
    own_log(&place.file, &found, &conn)?;
    // What is open needs no name any more, and a process that is killed leaves nothing of it.
    if let Some(copy) = copy.as_ref().filter(|_| cfg!(unix)) {
        let _ = fs::remove_dir_all(copy.path());
    }
    let file = file_id(&place.file);
    Ok(Opening { conn, path: place.file, read_only: Some(reason), file, mapped: None, copy })
}

/// Looks whether SQLite would pass over commits in a store's log. What looks so only while another process writes is no
/// fault.
pub(super) fn log_fault(file: &Path) -> Result<Option<LogFault>, StoreError> {
    let path = beside(file, "-wal");
    let look = || {
        let before = stamp(&path);
        let bytes = match fs::metadata(&path) {
            Ok(found) if found.len() <= LARGEST_LOG => fs::read(&path),
            Ok(_) => return None,
            Err(e) => Err(e),
        };
        match bytes {
            Ok(bytes) => log::fault(&bytes).map(|fault| Ok((before, fault))),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => Some(Err(e.to_string())),
        }
    };
    match agreed(look) {
        None => Ok(None),
        Some(Ok((_, fault))) => Ok(Some(fault)),
        Some(Err(e)) => Err(StoreError::Io { path: path.clone(), source: io::Error::other(e) }),
    }
}

/// Looks until it finds nothing or has found the same some times in a row: where it changes meanwhile, somebody is at work
/// on it, and SQLite sees to that.
pub(super) fn agreed<T: PartialEq>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let first = look()?;
    for _ in 1..LOOKS {
        std::thread::sleep(BETWEEN_LOOKS);
        if look()? != first {
            return None;
        }
    }
    Some(first)
}

fn open_to_read(path: &Path, flags: OpenFlags) -> rusqlite::Result<(Connection, Identity)> {
    let conn = connect(path, flags, lock_wait())?;
    conn.pragma_update(None, "query_only", true)?;
    let identity = patiently(lock_wait(), || schema::identify(&conn))?;
    Ok((conn, identity))
}

/// Sets how commits reach the disk and brings the schema up to date.
///
/// Nothing is committed to a log that others do not have: `is_there` tells whether they do.
pub(super) fn prepare(
    conn: &mut Connection,
    path: &Path,
    waits: &Patience,
    is_there: &dyn Fn() -> bool,
) -> Result<(), StoreError> {
    let sort = |e| StoreError::sort(path, lock_wait(), e);
    let mode = patiently(waits.left(), || with_log(conn)).map_err(sort)?;
    if mode != "wal" {
        return Err(StoreError::NoWal { path: path.to_owned(), mode });
    }
    connection::made_durable(conn).map_err(sort)?;
    schema::keep_backup(conn, path)?;
    let _turn = its_turn(path, waits)?;
    match patiently(waits.left(), || schema::migrate(conn, is_there)).map_err(sort)? {
        true => Ok(()),
        false => Err(gone(path)),
    }
}

fn is_write_protection(e: &rusqlite::Error) -> bool {
    matches!(
        e.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    )
}

/// Tells how long a file is and when it was written last.
pub(super) fn stamp(path: &Path) -> Option<(u64, std::time::SystemTime)> {
    fs::metadata(path).ok().and_then(|found| Some((found.len(), found.modified().ok()?)))
}

pub(super) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Tells which file a path means at present; nothing where the platform does not say.
pub(super) fn file_id(path: &Path) -> Option<FileId> {
    fs::symlink_metadata(path).ok().and_then(|found| id_of(&found))
}

#[cfg(unix)]
pub(super) fn id_of(found: &Metadata) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;
    Some((found.dev(), found.ino()))
}

/// Windows lets nobody remove an open database.
#[cfg(not(unix))]
pub(super) fn id_of(_: &Metadata) -> Option<FileId> {
    None
}

/// Makes a new folder's name survive a power loss.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn what_made_a_file_a_store_stays_where_its_log_is_removed_before_it_is_open() {
        for removed in [&["-shm", "-wal"][..], &["-wal"]] {
            let root = tempfile::TempDir::new().unwrap();
            let place = Place::find(root.path()).unwrap();
            place.create_folder().unwrap();
            let (path, waits) = (place.file.clone(), Patience::new(Duration::from_secs(2)));
            let before = Mapped::before(&path);
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
            let mut conn = connect(&path, flags, waits.left()).unwrap();
            with_log(&conn).unwrap();
            assert_eq!(schema::identify(&conn).unwrap(), Identity::Fresh);
            let mapped = Mapped::now(&path, &before).unwrap().unwrap();
            assert!(mapped.is_there(&path));
            prepare(&mut conn, &path, &waits, &|| true).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().len(), 4096, "all of it lies in the log");
            for suffix in removed {
                fs::remove_file(beside(&path, suffix)).unwrap();
            }
            let file = file_id(&path);
            assert!(matches!(closed(conn, &path, file, Some(mapped)), StoreError::Replaced { .. }));
            assert!(fs::metadata(&path).unwrap().len() > 4096, "{removed:?}");
            let mut names: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().collect();
            names.retain(|name| !name.as_ref().unwrap().path().ends_with(".gitignore"));
            assert_eq!(names.len(), 1, "nothing lies beside it: {names:?}");
            let opened = to_write(root.path()).unwrap();
            assert_eq!(schema::identify(&opened.conn).unwrap(), Identity::Ours { schema: schema::SCHEMA });
        }
    }
}
