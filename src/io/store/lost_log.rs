//! A log that was removed and that nobody has open any more: what it alone held nobody can bring back.
//!
//! What still tells of it is the index beside the file, which counts more than is there; the next one who opens the store
//! lays another over it. So before that a mark is kept beside the store, until a repair has seen to it: whoever asks
//! meanwhile is told that something is missing, and no gate opens by the silence of a review that may be gone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::index::{self, Counted, Missing};
use super::mapped::Mapped;
use super::opening::{self, FileId, beside, sync_folder};
use super::place::{FILE, folder};
use super::{Store, StoreError, aside, exchange, facts, owner, turn};
use crate::io::machine;

/// What is behind the store's name where a file marks that a log was lost, and a number behind that.
const MARK: &str = ".lost-log-";

/// The largest mark that is read, in bytes.
const LARGEST: u64 = 4096;

/// A log that is gone with what it alone held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostLog {
    /// The file that tells of it: a mark, or the index of the log where no mark could be made.
    pub path: PathBuf,
    /// How many pages were committed to it and are nowhere else, where that is known.
    pub pages: Option<u32>,
    /// The process that had it open still when others went on without it.
    pub process: Option<u32>,
}

/// What a mark says: where it cannot be read, nothing, and it marks all the same.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Mark {
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<Lost>,
    /// The process that has the log open, as the number of its file tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    process: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<String>,
}

/// What an index tells of the log that is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Lost {
    /// Pages that were committed to it and are not in the file.
    pages: u32,
    /// All that were committed to it since it was begun anew, and its salts.
    of: u32,
    salts: [u8; 8],
}

impl From<Missing> for Mark {
    fn from(Missing { pages, counted: Counted { salts, frames } }: Missing) -> Self {
        Self { lost: Some(Lost { pages, of: frames, salts }), ..Self::default() }
    }
}

impl Mark {
    /// Tells whether a process sleeps over the log that was removed.
    fn is_slept_over(&self, file: &Path) -> bool {
        let log = self.log.as_deref().and_then(file_of);
        self.process.zip(log).is_some_and(|(process, log)| exchange::has_removed(file, process, log))
    }
}

impl Store {
    /// Returns the logs that are lost and that no repair has seen to.
    pub fn lost_logs(&self) -> Vec<LostLog> {
        listed(&self.path)
    }
}

/// Returns the logs of a repository's store that are lost and that no repair has seen to, whether there is a store or not.
pub fn lost_logs(common_dir: &Path) -> Vec<LostLog> {
    listed(&folder(common_dir).join(FILE))
}

/// Takes away what tells of lost logs, for a repair that has seen to it: the marks, and an index that nobody lays another
/// over. Returns what was lost. What a process sleeps over is not: that comes back with it, or goes with it.
pub fn see_lost_logs(common_dir: &Path) -> Result<Vec<LostLog>, StoreError> {
    let file = folder(common_dir).join(FILE);
    if listed(&file).is_empty() {
        return Ok(Vec::new());
    }
    // Whoever marks something more, or opens it meanwhile, has the turn.
    let _turn = turn::wait(&file, opening::lock_wait())?;
    let index = now(&file).map(|missing| (beside(&file, "-shm"), Mark::from(missing)));
    let seen = marks(&file).into_iter().filter(|(_, mark)| !mark.is_slept_over(&file)).chain(index);
    let mut lost: Vec<LostLog> = Vec::new();
    for (path, mark) in seen {
        match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(StoreError::io(&path, e)),
            Ok(()) | Err(_) => lost.push(of(path, mark)),
        }
    }
    sync_folder(file.parent().unwrap_or(&file)).map_err(|e| StoreError::io(&file, e))?;
    Ok(lost)
}

/// Keeps a mark where the index beside the file is all that is left of a log, before anything is laid over it.
///
/// # Errors
///
/// No mark can be made where one is due, and others could lay another index there.
pub(super) fn note(file: &Path, limit: Duration) -> Result<(), StoreError> {
    if now(file).is_none() {
        return Ok(());
    }
    // Whoever brings in a removed log has the turn, and takes the index away in it.
    let _turn = turn::wait(file, limit)?;
    now(file).map_or(Ok(()), |missing| keep(file, &missing.into()))
}

/// Keeps a mark of what the index counted `before` SQLite opened the store, where it was laid anew by a log that was removed
/// in that very moment: behind the last look of [`note`].
///
/// # Errors
///
/// No mark can be made: what is missing is kept in mind as long as this process lasts.
pub(super) fn note_laid_over(file: &Path, before: Option<&index::Before>) -> Result<(), StoreError> {
    let Some(missing) = before.and_then(|before| before.laid_over(file)) else { return Ok(()) };
    let mark = Mark::from(missing);
    keep(file, &mark).inspect_err(|_| remember(file, &mark))
}

/// Keeps a mark of what an index counts that is about to be taken away.
pub(super) fn note_missing(file: &Path, missing: Missing) -> Result<(), StoreError> {
    keep(file, &missing.into())
}

/// Keeps a mark of what a process has in a log that was removed, where others go on without it: until it goes on itself, see
/// [`is_seen_to`].
pub(super) fn note_asleep(file: &Path, process: u32, log: FileId) -> Result<(), StoreError> {
    keep(file, &Mark { log: Some(number(log)), process: Some(process), lost: None })
}

/// Keeps a mark of a removed log that this process has open and nobody can read any more.
pub(super) fn note_unreadable(file: &Path, log: FileId) -> Result<(), StoreError> {
    keep(file, &Mark { log: Some(number(log)), ..Mark::default() })
}

/// Takes the marks away that others made of a log which this process has open: all it `had` there is in the store, or
/// beside it.
pub(super) fn is_seen_to(file: &Path, log: FileId, had: &[Counted]) {
    let own = number(log);
    let is_its = |mark: &Mark| match &mark.lost {
        // The number of a file that is gone goes to another.
        None => mark.process == Some(std::process::id()) && mark.log.as_ref() == Some(&own),
        Some(Lost { of, salts, .. }) => had.iter().any(|had| had.has(Counted { salts: *salts, frames: *of })),
    };
    for (path, _) in marks(file).into_iter().filter(|(_, mark)| is_its(mark)) {
        // One that stays closes gates until a repair.
        let _ = fs::remove_file(path);
    }
}

fn number((device, file): FileId) -> String {
    format!("{device}:{file}")
}

fn file_of(number: &str) -> Option<FileId> {
    let (device, file) = number.split_once(':')?;
    Some((device.parse().ok()?, file.parse().ok()?))
}

/// Tells whether the index beside the file is all that is left of a log.
pub(super) fn is_there(file: &Path) -> bool {
    now(file).is_some()
}

/// Returns what the index counts of a log that is gone with all who had it open.
fn now(file: &Path) -> Option<Missing> {
    let missing = index::missing(file)?;
    let is_ours = opening::file_id(file).is_some_and(Mapped::is_open);
    (!is_ours && !exchange::is_open(file)).then_some(missing)
}

fn listed(file: &Path) -> Vec<LostLog> {
    let found = marks(file);
    let is_marked = |mark: &Mark| found.iter().any(|(_, known)| known == mark);
    let mut now: Vec<Mark> = remembered(file).into_iter().chain(now(file).map(Mark::from)).collect();
    now.dedup();
    now.retain(|mark| !is_marked(mark));
    let now = now.into_iter().map(|mark| of(beside(file, "-shm"), mark));
    let mut listed: Vec<LostLog> = found.iter().map(|(path, mark)| of(path.clone(), mark.clone())).collect();
    listed.sort_by(|one, other| one.path.cmp(&other.path));
    listed.extend(now);
    listed
}

fn of(path: PathBuf, Mark { lost, process, .. }: Mark) -> LostLog {
    LostLog { path, pages: lost.map(|lost| lost.pages), process }
}

/// Reads the marks. One that cannot be read marks all the same.
fn marks(file: &Path) -> Vec<(PathBuf, Mark)> {
    let paths = facts::kept(file.parent().unwrap_or(file), &[MARK]);
    let with_mark = |path: PathBuf| {
        let mark = read(&path);
        (path, mark)
    };
    paths.into_iter().map(with_mark).collect()
}

fn read(path: &Path) -> Mark {
    let is_mark = fs::symlink_metadata(path).is_ok_and(|found| found.is_file() && found.len() <= LARGEST);
    let text = if is_mark { fs::read(path).unwrap_or_default() } else { Vec::new() };
    serde_json::from_slice(&text).unwrap_or_default()
}

fn keep(file: &Path, mark: &Mark) -> Result<(), StoreError> {
    if marks(file).iter().any(|(_, known)| known == mark) {
        return Ok(());
    }
    let failed = |e| StoreError::io(file, e);
    let mut kept = match tempfile::NamedTempFile::new_in(file.parent().unwrap_or(file)) {
        // Where nothing can be made beside the file, no log is laid there either: the index stays as it is.
        Err(e) if is_forbidden(&e) && !is_laid_over(file) => {
            remember(file, mark);
            return Ok(());
        }
        kept => kept.map_err(failed)?,
    };
    serde_json::to_writer(kept.as_file_mut(), mark).map_err(|e| failed(e.into()))?;
    kept.as_file().sync_all().map_err(failed)?;
    // Whoever shares the store reads it; where he cannot, it marks all the same.
    let _ = owner::give(kept.path(), file);
    let name = aside::keep(file, kept.into_temp_path(), MARK)?;
    tracing::error!(mark = %name.display(), "the store's log was removed with commits that are nowhere else");
    Ok(())
}

/// What was found where no mark may be made, by the index that tells of it and what that counted: once this process has it
/// open, it counts as its own. Where it was laid anew since, whoever did that has marked it.
static UNMARKED: Mutex<Vec<(FileId, Option<Counted>, Mark)>> = Mutex::new(Vec::new());

fn remember(file: &Path, mark: &Mark) {
    let known = remembered(file);
    if let Some(index) = opening::file_id(&beside(file, "-shm")).filter(|_| !known.contains(mark)) {
        let counted = index::counted_now(file);
        UNMARKED.lock().unwrap_or_else(PoisonError::into_inner).push((index, counted, mark.clone()));
    }
}

fn remembered(file: &Path) -> Vec<Mark> {
    let index = opening::file_id(&beside(file, "-shm"));
    let now = index::counted_now(file);
    let is_it = |counted: Option<Counted>| counted.zip(now).is_none_or(|(then, now)| now.has(then));
    let mut all = UNMARKED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|(of, counted, _)| Some(*of) != index || is_it(*counted));
    all.iter().filter(|(of, ..)| Some(*of) == index).map(|(.., mark)| mark.clone()).collect()
}

fn is_forbidden(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Tells whether SQLite would lay another index over the one beside the file without making a file.
fn is_laid_over(file: &Path) -> bool {
    beside(file, "-wal").exists() && machine::may_write(&beside(file, "-shm")) != Some(false)
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use rusqlite::Connection;

    use super::*;

    fn lost(pages: u32) -> Missing {
        Missing { pages, counted: Counted { salts: [7; 8], frames: pages + 1 } }
    }

    fn place() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::TempDir::new().unwrap();
        let folder = folder(dir.path());
        fs::create_dir(&folder).unwrap();
        let file = folder.join(FILE);
        fs::write(&file, "").unwrap();
        (dir, file)
    }

    fn names(dir: &tempfile::TempDir) -> Vec<(String, Option<u32>, Option<u32>)> {
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        lost_logs(dir.path()).iter().map(|l| (name(&l.path), l.pages, l.process)).collect()
    }

    #[test]
    fn a_loss_is_marked_once_until_a_repair_has_seen_it() {
        let (dir, file) = place();
        assert_eq!(lost_logs(dir.path()), []);
        for pages in [3, 3, 4] {
            note_missing(&file, lost(pages)).unwrap();
        }
        let both = [
            ("store.db.lost-log-1".to_owned(), Some(3), None),
            ("store.db.lost-log-2".to_owned(), Some(4), None),
        ];
        assert_eq!(names(&dir), both);
        assert_eq!(see_lost_logs(dir.path()).unwrap().len(), 2);
        assert_eq!((names(&dir), see_lost_logs(dir.path()).unwrap()), (vec![], vec![]));
    }

    #[test]
    fn a_sleepers_mark_goes_with_what_it_brings_in_and_with_nothing_else() {
        let (dir, file) = place();
        let own = std::process::id();
        note_asleep(&file, own, (1, 2)).unwrap();
        note_asleep(&file, own + 1, (1, 2)).unwrap();
        note_missing(&file, lost(3)).unwrap();
        let counted = |salt: u8, frames| [Counted { salts: [salt; 8], frames }];
        is_seen_to(&file, (1, 3), &counted(7, 3));
        is_seen_to(&file, (1, 3), &counted(6, 4));
        is_seen_to(&file, (1, 3), &[]);
        assert_eq!(names(&dir).len(), 3);
        is_seen_to(&file, (1, 2), &[]);
        let left = ["store.db.lost-log-2", "store.db.lost-log-3"].map(str::to_owned);
        assert_eq!(names(&dir), [(left[0].clone(), None, Some(own + 1)), (left[1].clone(), Some(3), None)]);
        // What nobody can read any more nobody has brought in.
        note_unreadable(&file, (1, 2)).unwrap();
        is_seen_to(&file, (1, 2), &counted(7, 4));
        assert_eq!(
            names(&dir),
            [("store.db.lost-log-1".to_owned(), None, None), (left[0].clone(), None, Some(own + 1))]
        );
    }

    /// A store as a kill leaves it, with commits in its log alone.
    #[cfg(target_os = "linux")]
    fn killed() -> (tempfile::TempDir, PathBuf) {
        let (dir, file) = place();
        let other = tempfile::TempDir::new().unwrap();
        let mut store = Store::open(other.path()).unwrap();
        store.put_blob(&[1; 5_000]).unwrap();
        for suffix in ["", "-wal", "-shm"] {
            fs::copy(beside(store.path(), suffix), beside(&file, suffix)).unwrap();
        }
        (dir, file)
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_log_that_is_removed_behind_the_last_look_at_it_is_missed() {
        type Meanwhile = fn(&Path);
        let remove = |file: &Path, suffix: &str| fs::remove_file(beside(file, suffix)).unwrap();
        let cases: [(Meanwhile, usize); 5] = [
            (|_| {}, 0),
            (|file| fs::remove_file(beside(file, "-wal")).unwrap(), 1),
            (|file| fs::write(beside(file, "-wal"), "").unwrap(), 1),
            // Whoever closes it as the last folds it in, and removes both.
            (|file| drop(Store::open(file.parent().unwrap().parent().unwrap()).unwrap()), 0),
            (|file| fs::rename(beside(file, "-shm"), beside(file, "-elsewhere")).unwrap(), 0),
        ];
        for (case, (meanwhile, marked)) in cases.into_iter().enumerate() {
            let (dir, file) = killed();
            let before = index::Before::look(&file).expect("it counts what the file has not");
            meanwhile(&file);
            let conn = Connection::open(&file).unwrap();
            let _ = crate::io::store::schema::identify(&conn);
            note_laid_over(&file, Some(&before)).unwrap();
            note_laid_over(&file, Some(&before)).unwrap();
            assert_eq!(names(&dir).len(), marked, "case {case}");
            drop(conn);
        }
        let (_dir, file) = killed();
        remove(&file, "-shm");
        assert!(index::Before::look(&file).is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_could_not_be_marked_is_in_mind_until_another_index_is_laid() {
        let (dir, file) = killed();
        fs::remove_file(beside(&file, "-wal")).unwrap();
        let lost = Mark::from(index::missing(&file).expect("the log is gone"));
        remember(&file, &lost);
        remember(&file, &lost);
        assert_eq!(remembered(&file), std::slice::from_ref(&lost));
        // Its owner opens it, marks it, and lays the index anew in the same file.
        let before = index::Before::look(&file).unwrap();
        let conn = Connection::open(&file).unwrap();
        let _ = crate::io::store::schema::identify(&conn);
        note_laid_over(&file, Some(&before)).unwrap();
        assert_eq!((remembered(&file), names(&dir).len()), (vec![], 1));
    }

    #[test]
    fn a_mark_that_cannot_be_read_marks_all_the_same() {
        let (dir, file) = place();
        for (n, content) in ["", "{", "7", "\u{0}"].iter().enumerate() {
            fs::write(beside(&file, &format!("{MARK}{}", n + 1)), content).unwrap();
        }
        fs::write(beside(&file, &format!("{MARK}9")), vec![b' '; 5000]).unwrap();
        assert_eq!(names(&dir).len(), 5);
        assert!(lost_logs(dir.path()).iter().all(|lost| lost.pages.is_none() && lost.process.is_none()));
    }
}
