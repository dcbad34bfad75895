//! What this process really has open, as the system lists it, whatever has the names by now.
//!
//! Between the moment in which SQLite opens a file and the one in which its name is looked at, the file may be removed and
//! another take its name. Linux lists the files that a process has mapped and open, and marks those that were removed.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::time::SystemTime;

use super::opening::FileId;

/// What the system says of a file by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// It is open here, and has its name.
    Named(FileId),
    /// One that had this name was opened since; another has it now, or none.
    Removed,
    /// None of this name was opened, or the system does not tell.
    Untold,
}

/// The index and the log of a store that were removed under other connections, of this store's file or of one before it:
/// what is found beside them was opened since.
#[derive(Debug)]
pub(super) struct Before {
    #[cfg(target_os = "linux")]
    index: BTreeSet<u64>,
    #[cfg(target_os = "linux")]
    log: BTreeSet<u64>,
}

/// One open file that has, or had, the name that is asked about.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux lists them"))]
struct Open {
    /// Its number on its file system; no two that are open share one.
    inode: u64,
    is_named: bool,
}

impl Before {
    /// Looks before something is opened.
    pub(super) fn look(index: &Path, log: &Path) -> Self {
        #[cfg(not(target_os = "linux"))]
        {
            let _ = (index, log);
            Self {}
        }
        #[cfg(target_os = "linux")]
        {
            let removed = |open: Option<Vec<Open>>| {
                let removed = open.into_iter().flatten().filter(|open| !open.is_named);
                removed.map(|open| open.inode).collect()
            };
            Self { index: removed(linux::mapped(index)), log: removed(linux::written(log)) }
        }
    }

    /// Tells of the index that was mapped since.
    pub(super) fn index(&self, path: &Path) -> Found {
        #[cfg(target_os = "linux")]
        return linux::judge(path, &self.index, linux::mapped);
        #[cfg(not(target_os = "linux"))]
        untold(path)
    }

    /// Tells of the log that was opened to be written since.
    pub(super) fn log(&self, path: &Path) -> Found {
        #[cfg(target_os = "linux")]
        return linux::judge(path, &self.log, linux::written);
        #[cfg(not(target_os = "linux"))]
        untold(path)
    }
}

impl Before {
    /// Returns the index and the log that were opened since and have lost their names.
    pub(super) fn removed(&self, index: &Path, log: &Path) -> [Option<FileId>; 2] {
        #[cfg(target_os = "linux")]
        return [
            linux::removed_since(index, &self.index, linux::mapped),
            linux::removed_since(log, &self.log, linux::written),
        ];
        #[cfg(not(target_os = "linux"))]
        {
            let _ = (index, log);
            [None, None]
        }
    }
}

/// Tells whether a file is mapped here; where the system does not tell, it may be.
pub(super) fn is_mapped(file: FileId) -> bool {
    #[cfg(target_os = "linux")]
    return linux::is_mapped(file.1);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = file;
        true
    }
}

/// Tells when a log that is open here lost its name; nothing where it has it, or where the system does not tell.
pub(super) fn lost_its_name(log: FileId) -> Option<SystemTime> {
    #[cfg(target_os = "linux")]
    return linux::lost_its_name(log);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = log;
        None
    }
}

/// Opens a log that is open here and was removed, to be read: nothing where it has its name, or where the system does not tell.
pub(super) fn removed(log: FileId) -> Option<File> {
    #[cfg(target_os = "linux")]
    return linux::removed(log);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = log;
        None
    }
}

/// Tells when a file was last written to, by the time that nobody sets; nothing where the system has none.
pub(super) fn changed(file: &Path) -> Option<SystemTime> {
    #[cfg(target_os = "linux")]
    return linux::changed(&std::fs::metadata(file).ok()?);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = file;
        None
    }
}

#[cfg(not(target_os = "linux"))]
fn untold(_: &Path) -> Found {
    Found::Untold
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::mem::ManuallyDrop;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::MetadataExt as _;
    use std::path::PathBuf;
    use std::time::Duration;

    use super::super::opening::file_id;
    use super::{BTreeSet, FileId, Found, Open, Path, SystemTime};

    /// The files of a name that are mapped, as SQLite maps the index of a log.
    pub(super) fn mapped(path: &Path) -> Option<Vec<Open>> {
        let path = whole(path)?;
        let listed = fs::read("/proc/self/maps").ok()?;
        // The range, what may be done, offset, device and number of the file; then its path, which may hold spaces.
        let open = listed.split(|byte| *byte == b'\n').filter_map(|line| {
            let (fields, listed) = line.split_at(line.iter().position(|byte| *byte == b'/')?);
            let is_named = is_named(listed, &path)?;
            let inode = std::str::from_utf8(fields).ok()?.split_whitespace().nth(4)?.parse().ok()?;
            Some(Open { inode, is_named })
        });
        Some(open.collect())
    }

    /// Tells whether a file of such a number is mapped, on whichever file system.
    pub(super) fn is_mapped(inode: u64) -> bool {
        let Ok(listed) = fs::read("/proc/self/maps") else { return true };
        let number = inode.to_string();
        listed.split(|byte| *byte == b'\n').any(|line| {
            let mut fields = line.split(|byte| *byte == b' ').filter(|field| !field.is_empty());
            fields.nth(4) == Some(number.as_bytes())
        })
    }

    /// The files of a name that are open to be written, as SQLite opens a log.
    pub(super) fn written(path: &Path) -> Option<Vec<Open>> {
        let path = whole(path)?;
        let handles = fs::read_dir("/proc/self/fd").ok()?.filter_map(Result::ok);
        let open = handles.filter_map(|handle| {
            let listed = fs::read_link(handle.path()).ok()?;
            let is_named = is_named(listed.as_os_str().as_bytes(), &path)?;
            // Others of this process may be reading the log that lies there.
            is_written(Path::new(&handle.file_name())).then_some(())?;
            Some(Open { inode: fs::metadata(handle.path()).ok()?.ino(), is_named })
        });
        Some(open.collect())
    }

    /// When a file without a name was last changed: by the removal, since nobody writes to it from then on.
    pub(super) fn lost_its_name(log: FileId) -> Option<SystemTime> {
        changed(&without_name(log)?.1)
    }

    /// SQLite locks no log: whoever closes a handle of it lets go of nothing.
    pub(super) fn removed(log: FileId) -> Option<File> {
        let opened = ManuallyDrop::new(File::open(without_name(log)?.0).ok()?);
        // By now the handle's number may be another's, as that of the store's file: that one is never closed.
        let found = opened.metadata().ok()?;
        ((found.dev(), found.ino()) == log).then(|| ManuallyDrop::into_inner(opened))
    }

    fn without_name(log: FileId) -> Option<(PathBuf, fs::Metadata)> {
        let handles = fs::read_dir("/proc/self/fd").ok()?.filter_map(Result::ok);
        let mut found = handles.filter_map(|handle| Some((handle.path(), fs::metadata(handle.path()).ok()?)));
        found.find(|(_, found)| (found.dev(), found.ino()) == log && found.nlink() == 0)
    }

    pub(super) fn changed(found: &fs::Metadata) -> Option<SystemTime> {
        let since = Duration::new(found.ctime().try_into().ok()?, found.ctime_nsec().try_into().ok()?);
        Some(SystemTime::UNIX_EPOCH + since)
    }

    /// Weighs what is listed of a path beside what was there before. The name must mean the same before and after.
    pub(super) fn judge(
        path: &Path,
        known: &BTreeSet<u64>,
        list: impl FnOnce(&Path) -> Option<Vec<Open>>,
    ) -> Found {
        let before = file_id(path);
        let Some(mut open) = list(path) else { return Found::Untold };
        open.retain(|open| open.is_named || !known.contains(&open.inode));
        match (before, file_id(path)) {
            (Some(before), Some(after)) if before == after && open.iter().any(|open| open.is_named) => {
                Found::Named(before)
            }
            _ if open.is_empty() => Found::Untold,
            _ => Found::Removed,
        }
    }

    /// The file of a path that was opened since and is nameless, where it is the only one.
    pub(super) fn removed_since(
        path: &Path,
        known: &BTreeSet<u64>,
        list: impl FnOnce(&Path) -> Option<Vec<Open>>,
    ) -> Option<FileId> {
        let device = fs::metadata(path.parent()?).ok()?.dev();
        let is_new = |open: &Open| !open.is_named && !known.contains(&open.inode);
        let found: BTreeSet<u64> = list(path)?.iter().filter(|open| is_new(open)).map(|o| o.inode).collect();
        found.first().filter(|_| found.len() == 1).map(|inode| (device, *inode))
    }

    /// The system lists paths without links.
    fn whole(path: &Path) -> Option<PathBuf> {
        Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?))
    }

    /// Tells whether the file of a listed path has its name still; nothing where the path is another.
    fn is_named(listed: &[u8], path: &Path) -> Option<bool> {
        match listed.strip_prefix(path.as_os_str().as_bytes())? {
            b"" => Some(true),
            b" (deleted)" => Some(false),
            _ => None,
        }
    }

    fn is_written(handle: &Path) -> bool {
        let listed = fs::read_to_string(Path::new("/proc/self/fdinfo").join(handle)).unwrap_or_default();
        let flags = listed.lines().find_map(|line| line.strip_prefix("flags:"));
        // The last octal digit tells how it was opened: 2 to read and to write.
        flags.is_some_and(|flags| flags.trim_end().ends_with(['2', '6']))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::super::opening::{beside, file_id};
    use super::*;
    use crate::io::store::Store;

    #[test]
    fn what_is_open_is_told_from_what_has_its_name() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("countersign/store.db");
        let [index, log] = ["-shm", "-wal"].map(|suffix| beside(&path, suffix));
        let look = || Before::look(&index, &log);
        let now = |before: &Before| (before.index(&index), before.log(&log));
        let first = look();
        assert_eq!(now(&first), (Found::Untold, Found::Untold));
        let store = Store::open(folder.path()).unwrap();
        let id = |path: &Path| Found::Named(file_id(path).unwrap());
        assert_eq!(now(&first), (id(&index), id(&log)));
        let of_log = file_id(&log).unwrap();
        let of_index = file_id(&index).unwrap();
        assert_eq!(lost_its_name(of_log), None, "it has its name");
        assert_eq!(first.removed(&index, &log), [None, None]);
        let written = std::fs::metadata(&log).unwrap().modified().unwrap();
        for removed in [&index, &log] {
            std::fs::remove_file(removed).unwrap();
        }
        assert_eq!(now(&first), (Found::Removed, Found::Removed));
        assert_eq!(first.removed(&index, &log), [Some(of_index), Some(of_log)]);
        assert_eq!(look().removed(&index, &log), [None, None], "they were open before");
        let removed = lost_its_name(of_log).expect("it is open");
        assert!(removed >= written && removed.elapsed().is_ok_and(|ago| ago.as_secs() < 60));
        // Others come into their place, and are read here.
        let _others = [&index, &log].map(|path| {
            std::fs::write(path, "x").unwrap();
            std::fs::File::open(path).unwrap()
        });
        assert_eq!(now(&first), (Found::Removed, Found::Removed));
        // Whoever opens another store in its place has nothing to do with them.
        assert_eq!(now(&look()), (Found::Untold, Found::Untold));
        drop(store);
        assert_eq!(now(&first), (Found::Untold, Found::Untold));
    }
}
