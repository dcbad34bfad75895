//! What this process really has open, as the system lists it, whatever has the names by now.
//!
//! Between the moment in which SQLite opens a file and the one in which its name is looked at, the file may be removed and
//! another take its name. Linux lists the files that a process has mapped and open, and marks those that were removed.

use std::path::Path;

use super::opening::FileId;
#[cfg(target_os = "linux")]
use super::opening::file_id;

/// What the system says of a file by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// It is open here, and has its name.
    Named(FileId),
    /// One that had this name is open here; another has it now, or none.
    Removed,
    /// None of this name is open here, or the system does not tell.
    Untold,
}

/// Tells of a file that is mapped, as SQLite maps the index of a log.
#[cfg(target_os = "linux")]
pub(super) fn mapped(path: &Path) -> Found {
    use std::os::unix::ffi::OsStrExt as _;
    judge(path, |path| {
        let listed = std::fs::read("/proc/self/maps").ok()?;
        // The range, what may be done, offset, device and number of the file; then its path, which may hold spaces.
        let paths = listed.split(|byte| *byte == b'\n').filter_map(|line| {
            let at = line.iter().position(|byte| *byte == b'/')?;
            line.get(at..)
        });
        let states = paths.filter_map(|listed| state(listed, path.as_os_str().as_bytes()));
        Some(states.collect())
    })
}

/// Tells of a file that is open to be written, as SQLite opens a log.
#[cfg(target_os = "linux")]
pub(super) fn written(path: &Path) -> Found {
    use std::os::unix::ffi::OsStrExt as _;
    judge(path, |path| {
        let handles = std::fs::read_dir("/proc/self/fd").ok()?.filter_map(Result::ok);
        let states = handles.filter_map(|handle| {
            let listed = std::fs::read_link(handle.path()).ok()?;
            let state = state(listed.as_os_str().as_bytes(), path.as_os_str().as_bytes())?;
            // Others of this process may be reading the log that lies there.
            is_written(Path::new(&handle.file_name())).then_some(state)
        });
        Some(states.collect())
    })
}

/// Tells nothing on this system.
#[cfg(not(target_os = "linux"))]
pub(super) fn mapped(_: &Path) -> Found {
    Found::Untold
}

/// Tells nothing on this system.
#[cfg(not(target_os = "linux"))]
pub(super) fn written(_: &Path) -> Found {
    Found::Untold
}

/// Tells whether the file of a listed path has its name still; nothing where the path is another.
#[cfg(target_os = "linux")]
fn state(listed: &[u8], path: &[u8]) -> Option<bool> {
    match listed.strip_prefix(path)? {
        b"" => Some(true),
        b" (deleted)" => Some(false),
        _ => None,
    }
}

/// Weighs what is listed of a path: whether each has its name. The name must mean the same before and after.
#[cfg(target_os = "linux")]
fn judge(path: &Path, list: impl FnOnce(&Path) -> Option<Vec<bool>>) -> Found {
    // The system lists paths without links.
    let whole = path.parent().and_then(|folder| Some(folder.canonicalize().ok()?.join(path.file_name()?)));
    let before = file_id(path);
    let Some(states) = whole.and_then(|whole| list(&whole)) else { return Found::Untold };
    match (before, file_id(path)) {
        (Some(before), Some(after)) if before == after && states.contains(&true) => Found::Named(before),
        _ if states.is_empty() => Found::Untold,
        _ => Found::Removed,
    }
}

#[cfg(target_os = "linux")]
fn is_written(handle: &Path) -> bool {
    let listed = std::fs::read_to_string(Path::new("/proc/self/fdinfo").join(handle)).unwrap_or_default();
    let flags = listed.lines().find_map(|line| line.strip_prefix("flags:"));
    // The last octal digit tells how it was opened: 2 to read and to write.
    flags.is_some_and(|flags| flags.trim_end().ends_with(['2', '6']))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::io::store::Store;
    use crate::io::store::opening::beside;

    #[test]
    fn what_is_open_is_told_from_what_has_its_name() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("countersign/store.db");
        let [index, log] = ["-shm", "-wal"].map(|suffix| beside(&path, suffix));
        assert_eq!((mapped(&index), written(&log)), (Found::Untold, Found::Untold));
        let store = Store::open(folder.path()).unwrap();
        let id = |path: &Path| Found::Named(file_id(path).unwrap());
        assert_eq!((mapped(&index), written(&log)), (id(&index), id(&log)));
        for removed in [&index, &log] {
            std::fs::remove_file(removed).unwrap();
        }
        assert_eq!((mapped(&index), written(&log)), (Found::Removed, Found::Removed));
        // Others come into their place, and are read here.
        let _others = [&index, &log].map(|path| {
            std::fs::write(path, "x").unwrap();
            std::fs::File::open(path).unwrap()
        });
        assert_eq!((mapped(&index), written(&log)), (Found::Removed, Found::Removed));
        drop(store);
        assert_eq!((mapped(&index), written(&log)), (Found::Untold, Found::Untold));
    }
}
