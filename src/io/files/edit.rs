//! Editing files that others edit too (SPEC 8.2): read, changed, put in place only over what was read.
//!
//! Our own writers take turns by a lock. Others know of no lock. What is only added at the end is appended, as they
//! append: no line of anybody is in its way. Everything else is exchanged with the file that stands there, in one step,
//! and what comes out is compared with what was read. Where somebody wrote in between, it goes back and the change is
//! made anew on theirs; who opened the old file before and appends to it a moment later has his lines carried over.
//! Never overwrites what it has not read.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use cap_std::fs::{Dir, MetadataExt as _, OpenOptions};

use super::{Files, FilesError, Kind, temporary_name};
use crate::domain::ids::RepoPath;

/// How often an edit is made anew because somebody else wrote meanwhile.
const ATTEMPTS: u32 = 20;

/// Waits for the lock: this long at a time, so often.
const WAIT: Duration = Duration::from_millis(20);
const WAITS: u32 = 150;

/// For so long a file that was exchanged must have stayed as it was before it is given up: whoever opened it under its
/// old name is done with his line by then. No system call tells that nobody has it open any more.
const QUIET: Duration = Duration::from_millis(25);
/// How often it is looked at, and for how long at most.
const LOOK: Duration = Duration::from_millis(3);
const LONGEST: Duration = Duration::from_secs(1);

/// So often a text is read that makes no sense: who saves a file in its place has it empty or cut off for a moment. Each
/// time after a longer wait, so that whoever saves it over and over is not met at the same moment each time.
const READINGS: u32 = 8;
const APART: Duration = Duration::from_millis(3);

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
        lock: &Lock,
        change: impl Fn(Option<&str>) -> Result<Option<String>, E>,
    ) -> Result<Result<Edited, E>, FilesError> {
        self.edit_unless_torn(path, limit, lock, |_| false, change)
    }

    /// Does the same to a file that others save in its place: a text of which `change` says what may come of a half of it
    /// (`torn`) is read again for some tens of milliseconds.
    ///
    /// # Errors
    ///
    /// Those of [`Files::edit`]; also where each text that was read was another, and none was whole.
    pub fn edit_unless_torn<E>(
        &self,
        path: &RepoPath,
        limit: u64,
        _lock: &Lock,
        torn: impl Fn(&E) -> bool,
        change: impl Fn(Option<&str>) -> Result<Option<String>, E>,
    ) -> Result<Result<Edited, E>, FilesError> {
        let target = self.target(path)?;
        self.refuse_linked_git(&target)?;
        let (mut readings, mut moves) = (0, false);
        let mut last: Option<String> = None;
        for _ in 0..ATTEMPTS {
            let before = match self.read_text(&target, limit) {
                // Cut off within a letter.
                Err(FilesError::NotUtf8 { .. }) if readings + 1 < READINGS => {
                    readings += 1;
                    std::thread::sleep(APART * readings);
                    continue;
                }
                before => before?,
            };
            let after = match change(before.as_deref()) {
                Ok(Some(after)) => after,
                Ok(None) => return Ok(Ok(Edited::Left)),
                Err(why) if torn(&why) => {
                    moves |= readings > 0 && before != last;
                    readings += 1;
                    if readings < READINGS {
                        last = before;
                        std::thread::sleep(APART * readings);
                        continue;
                    }
                    if moves {
                        break;
                    }
                    return Ok(Err(why));
                }
                Err(why) => return Ok(Err(why)),
            };
            let added = before.as_deref().and_then(|b| after.strip_prefix(b)).filter(|_| !after.is_empty());
            let put = match (before.as_deref(), added) {
                (Some(before), Some(added)) => self.append(&target, before, added),
                (before, _) => self.put(&target, before, &after),
            };
            match put.map_err(|e| self.io("write", path.as_str(), e))? {
                Put::Done => return Ok(Ok(Edited::Written)),
                Put::Moved => {}
            }
        }
        let busy = io::Error::new(io::ErrorKind::ResourceBusy, "somebody else writes it all the time");
        Err(self.io("write", path.as_str(), busy))
    }

    /// Adds a text at the end of a file of which `before` was read, in one write. Lines that others added since, or add
    /// at the same moment, stand before or after it, whole.
    fn append(&self, target: &RepoPath, before: &str, added: &str) -> io::Result<Put> {
        let mut file = match self.dir.open_with(target.as_str(), OpenOptions::new().read(true).append(true)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Put::Moved),
            Err(error) => return Err(error),
        };
        let mut now = Vec::new();
        file.read_to_end(&mut now)?;
        match now.strip_prefix(before.as_bytes()) {
            Some([] | [.., b'\n']) => {}
            Some(_) | None => return Ok(Put::Moved),
        }
        file.write_all(added.as_bytes())?;
        file.sync_all()?;
        // Another file may have been given the name meanwhile: what was written is in none then.
        let (here, there) = (file.metadata()?, self.dir.metadata(target.as_str()));
        let same = there.is_ok_and(|there| (there.dev(), there.ino()) == (here.dev(), here.ino()));
        Ok(if same { Put::Done } else { Put::Moved })
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
        let temporary = temporary_name();
        let mut file = folder.open_with(&temporary, OpenOptions::new().write(true).create_new(true))?;
        let put: io::Result<Put> = (|| {
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
    // Lines that were added since are carried over like those that still come.
    if !folder.read(name)?.starts_with(before.as_bytes()) {
        return Ok(Put::Moved);
    }
    let mut old = folder.open(name)?;
    match exchange(folder, temporary, name) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(error),
        // A file system that cannot exchange: it was looked at a moment ago.
        Err(_) => {
            folder.rename(temporary, folder, name)?;
            return Ok(carried_over(folder, name, &mut old, before, after)?.unwrap_or(Put::Moved));
        }
    }
    if let Some(put) = carried_over(folder, name, &mut folder.open(temporary)?, before, after)? {
        return Ok(put);
    }
    // Each turn puts back what came out, until what comes out is what was put there the turn before: whoever wrote
    // over ours meanwhile comes out next, and goes back in turn.
    let (mut expected, mut placed) = (before.as_bytes().to_vec(), after.as_bytes().to_vec());
    for turn in 0..ATTEMPTS {
        let out = folder.read(temporary)?;
        if turn > 0 && out == expected {
            return Ok(Put::Moved);
        }
        exchange(folder, temporary, name)?;
        expected = std::mem::replace(&mut placed, out);
    }
    Ok(Put::Moved)
}

/// Watches the file that was taken out until nobody has written to it for a while, and appends to the one in place what
/// was appended to it. Tells whether ours, with all that came after it, stands there in the end; nothing where the old
/// one was not appended to but rewritten.
fn carried_over(
    folder: &Dir,
    name: &str,
    old: &mut cap_std::fs::File,
    before: &str,
    after: &str,
) -> io::Result<Option<Put>> {
    let begun = Instant::now();
    let mut changed = begun;
    let mut seen = before.as_bytes().to_vec();
    while changed.elapsed() < QUIET && begun.elapsed() < LONGEST {
        let mut now = Vec::new();
        old.rewind()?;
        old.read_to_end(&mut now)?;
        let Some(late) = now.strip_prefix(seen.as_slice()) else { return Ok(None) };
        if !late.is_empty() {
            folder.open_with(name, OpenOptions::new().append(true))?.write_all(late)?;
            seen = now;
            changed = Instant::now();
        }
        std::thread::sleep(LOOK);
    }
    // Whoever read the old file and put his own in the place of ours has not seen ours.
    let there = folder.read(name)?;
    Ok(Some(if there.starts_with(after.as_bytes()) { Put::Done } else { Put::Moved }))
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
