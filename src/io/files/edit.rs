//! Editing files that others edit too (SPEC 8.2): read, changed, put in place only over what was read.
//!
//! Our own writers take turns by a lock. Others know of no lock: the new file is exchanged with the one that stands
//! there, in one step, and what comes out is compared with what was read. Where somebody wrote in between, it goes
//! back and the change is made anew on theirs. Never overwrites what it has not read.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cap_std::fs::{Dir, OpenOptions};

use super::{Files, FilesError, Kind, TEMPORARY};
use crate::domain::ids::RepoPath;

/// How often an edit is made anew because somebody else wrote meanwhile.
const ATTEMPTS: u32 = 20;

/// Waits for the lock: this long at a time, so often.
const WAIT: Duration = Duration::from_millis(20);
const WAITS: u32 = 150;

/// What became of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edited {
    Written,
    /// The file was as it should be, or is none to be made.
    Left,
}

/// Held while files of others are edited, so that no two of our processes edit them at once.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits up to three seconds for the lock file of a folder outside of the work tree; it is made where it is not there.
    pub fn take(folder: &Path) -> io::Result<Lock> {
        let file = File::options().create(true).append(true).open(folder.join("files.lock"))?;
        for _ in 0..WAITS {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(std::fs::TryLockError::WouldBlock) => std::thread::sleep(WAIT),
                Err(std::fs::TryLockError::Error(error)) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::WouldBlock, "another process holds it"))
    }
}

/// Why putting a file in place did not do.
enum Put {
    Done,
    /// Somebody wrote since it was read.
    Moved,
}

impl Files {
    /// Changes a text file of at most `limit` bytes, or makes it. `change` gets the text that is there, and returns
    /// the new one, or nothing where the file is to stay. It is called anew for each text that it has to start from.
    ///
    /// # Errors
    ///
    /// Besides those of reading and writing: somebody else writes the file all the time, which leaves it as it is.
    pub fn edit<E>(
        &self,
        path: &RepoPath,
        limit: u64,
        _lock: &Lock,
        change: impl Fn(Option<&str>) -> Result<Option<String>, E>,
    ) -> Result<Result<Edited, E>, FilesError> {
        let target = self.target(path)?;
        self.refuse_linked_git(&target)?;
        for _ in 0..ATTEMPTS {
            let before = self.read_text(&target, limit)?;
            let after = match change(before.as_deref()) {
                Ok(Some(after)) => after,
                Ok(None) => return Ok(Ok(Edited::Left)),
                Err(why) => return Ok(Err(why)),
            };
            let put = self.put(&target, before.as_deref(), &after);
            match put.map_err(|e| self.io("write", path.as_str(), e))? {
                Put::Done => return Ok(Ok(Edited::Written)),
                Put::Moved => {}
            }
        }
        let busy = io::Error::new(io::ErrorKind::ResourceBusy, "somebody else writes it all the time");
        Err(self.io("write", path.as_str(), busy))
    }

    /// Puts a text in the place of what was read there, if that still stands there.
    fn put(&self, target: &RepoPath, before: Option<&str>, after: &str) -> io::Result<Put> {
        let folder = match target.parent() {
            Some(parent) => {
                self.dir.create_dir_all(parent.as_str())?;
                self.dir.open_dir(parent.as_str())?
            }
            None => self.dir.try_clone()?,
        };
        let serial = TEMPORARY.fetch_add(1, Ordering::Relaxed);
        let temporary = format!(".countersign-{}-{serial}.tmp", std::process::id());
        let put: io::Result<Put> = (|| {
            let mut file = folder.open_with(&temporary, OpenOptions::new().write(true).create_new(true))?;
            file.write_all(after.as_bytes())?;
            if before.is_some() {
                file.set_permissions(folder.metadata(target.file_name())?.permissions())?;
            }
            file.sync_all()?;
            let put = match before {
                None => made(&folder, &temporary, target.file_name())?,
                Some(before) => exchanged(&folder, &temporary, target.file_name(), before, after)?,
            };
            folder.open(".")?.sync_all()?;
            Ok(put)
        })();
        // What stands under this name now is our own text, or the one that was read and is in place no more.
        let _ = folder.remove_file(&temporary);
        match put {
            // The file was taken away since it was read.
            Err(error) if before.is_some() && error.kind() == io::ErrorKind::NotFound => Ok(Put::Moved),
            put => put,
        }
    }

    /// Tells whether a regular file stands at a path.
    pub fn is_file(&self, path: &RepoPath) -> bool {
        self.kind(path).is_ok_and(|kind| kind == Some(Kind::File))
    }
}

/// Gives a new file its name, unless somebody made one meanwhile.
fn made(folder: &Dir, temporary: &str, name: &str) -> io::Result<Put> {
    match folder.hard_link(temporary, folder, name) {
        Ok(()) => Ok(Put::Done),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Put::Moved),
        Err(error) => Err(error),
    }
}

/// Exchanges the new file with the one in place, and back again where that is not the one that was read.
fn exchanged(folder: &Dir, temporary: &str, name: &str, before: &str, after: &str) -> io::Result<Put> {
    // Looked at first: what was exchanged and goes back was there to be read for a moment.
    if folder.read(name)? != before.as_bytes() {
        return Ok(Put::Moved);
    }
    match exchange(folder, temporary, name) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
        // A file system that cannot exchange: it was looked at a moment ago.
        Err(_) => {
            folder.rename(temporary, folder, name)?;
            return Ok(Put::Done);
        }
    }
    // Each turn puts back what came out, until what comes out is what was put there the turn before: whoever wrote
    // over ours meanwhile comes out next, and goes back in turn.
    let (mut expected, mut placed) = (before.as_bytes().to_vec(), after.as_bytes().to_vec());
    for turn in 0..ATTEMPTS {
        let out = folder.read(temporary)?;
        if out == expected {
            return Ok(if turn == 0 { Put::Done } else { Put::Moved });
        }
        exchange(folder, temporary, name)?;
        expected = std::mem::replace(&mut placed, out);
    }
    Ok(Put::Moved)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(folder: &Dir, one: &str, other: &str) -> io::Result<()> {
    use std::os::fd::AsFd as _;
    let folder = folder.as_fd();
    rustix::fs::renameat_with(folder, one, folder, other, rustix::fs::RenameFlags::EXCHANGE)?;
    Ok(())
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Dir, _: &str, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
