//! What the machine tells of this program, of others on the path, of file systems and of locks. Reads only, and runs
//! nothing: a program that a file names is looked for, never started.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the file this program runs from.
pub fn running() -> Option<PathBuf> {
    std::env::current_exe().ok()
}

/// Finds a program as a shell would: in the absolute folders of the search path, the first that holds it.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    let names: &[String] =
        if cfg!(windows) { &[format!("{name}.exe"), name.to_owned()] } else { &[name.to_owned()] };
    folders
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)).collect::<Vec<_>>())
        .find(|file| is_runnable(file))
}

/// Tells whether a file is a program that may be run.
pub fn is_runnable(file: &Path) -> bool {
    let Ok(found) = fs::metadata(file) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        found.is_file() && found.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    found.is_file()
}

/// Tells whether two names are of one file.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Ok(_) | Err(_), _) => false,
    }
}

/// Tells whether the user's own configuration and state have a place.
pub fn has_home() -> bool {
    std::env::home_dir().is_some_and(|home| home.is_absolute())
}

/// Tells whether this process may write to what is there; nothing where nothing is there.
#[cfg(unix)]
pub fn may_write(path: &Path) -> Option<bool> {
    path.exists().then(|| rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok())
}

/// Tells whether this process may write to what is there; nothing where nothing is there.
#[cfg(not(unix))]
pub fn may_write(path: &Path) -> Option<bool> {
    fs::metadata(path).ok().map(|found| !found.permissions().readonly())
}

/// Tells by making one without a name why no file can be made in a folder; nothing where one can. A sandbox, a quota and a
/// limit of open files show in no mode.
pub fn makes_files(folder: &Path) -> Option<i32> {
    tempfile::tempfile_in(folder).err().and_then(|e| e.raw_os_error())
}

/// Tells whether the system refused because this process, or all of them, have too many files open.
pub fn is_for_want_of_handles(error: &std::io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let found = Errno::from_io_error(error);
        found == Some(Errno::MFILE) || found == Some(Errno::NFILE)
    }
    #[cfg(not(unix))]
    {
        /// `ERROR_TOO_MANY_OPEN_FILES`.
        const TOO_MANY: i32 = 4;
        error.raw_os_error() == Some(TOO_MANY)
    }
}

/// Tells whether any user of the machine may write to a file.
#[cfg(unix)]
pub fn is_open_to_all(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o002 != 0)
}

/// Tells whether any user of the machine may write to a file.
#[cfg(not(unix))]
pub fn is_open_to_all(_: &Path) -> bool {
    false
}

/// How far a file system's locks and mapped memory can be relied upon by a write-ahead log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// Several machines may have it mounted.
    Network(&'static str),
    /// A machine and its guests may have it mounted, or nobody but this one: the kernel does not say.
    Bridge(&'static str),
    /// Of this machine alone, as far as is known.
    Local,
}

/// Tells what kind of file system holds a path.
#[cfg(target_os = "linux")]
pub fn sharing(path: &Path) -> Sharing {
    // The type's width differs between machines; the numbers fit into 32 bits.
    #[allow(
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "the kernel's magic numbers have 32 bits"
    )]
    rustix::fs::statfs(path).map_or(Sharing::Local, |found| sharing_of(found.f_type as u32))
}

/// Tells what kind of file system holds a path; not known on this system.
#[cfg(not(target_os = "linux"))]
pub fn sharing(_: &Path) -> Sharing {
    Sharing::Local
}

/// Sorts a file system by the magic number that Linux gives it.
pub fn sharing_of(magic: u32) -> Sharing {
    match magic {
        0x6969 => Sharing::Network("NFS"),
        0x517B => Sharing::Network("SMB"),
        0xFF53_4D42 => Sharing::Network("CIFS"),
        0xFE53_4D42 => Sharing::Network("SMB 2"),
        0x5346_414F | 0x6B41_4653 => Sharing::Network("AFS"),
        0x00C3_6400 => Sharing::Network("Ceph"),
        0x0BD0_0BD0 => Sharing::Network("Lustre"),
        0x7375_7245 => Sharing::Network("Coda"),
        0x0116_1970 => Sharing::Network("GFS2"),
        0x7461_636F => Sharing::Network("OCFS2"),
        0x4750_4653 => Sharing::Network("GPFS"),
        0x1983_0326 => Sharing::Network("BeeGFS"),
        0x0102_1997 => Sharing::Bridge("9p"),
        0x6573_5546 => Sharing::Bridge("FUSE"),
        0x786F_4256 => Sharing::Bridge("a VirtualBox folder"),
        0x7C7C_6673 => Sharing::Bridge("a Parallels folder"),
        0xBACB_ACBC => Sharing::Bridge("a VMware folder"),
        _ => Sharing::Local,
    }
}

/// A process that has a store's file open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    pub pid: u32,
    /// Its name, where it is told.
    pub name: Option<String>,
    /// It holds a lock by which it writes, and keeps others from it.
    pub writes: bool,
}

/// A file as the kernel's list of locks names it: its device, where that has a number of its own, and its number there.
#[cfg(any(target_os = "linux", test))]
#[derive(Debug, Clone, Copy)]
struct Locked {
    device: Option<(u32, u32)>,
    inode: u64,
    /// The first byte of the lock by which one writes.
    writes: u64,
}

/// How often a list of locks is read that is longer than a page. It is told a page at a time, and where others take or let go of
/// locks between two pages, one that stands behind them is passed over: not three times in a row.
#[cfg(target_os = "linux")]
const LOOKS: u32 = 3;

/// Reads the system's list of locks, and tells whether it is as of one moment. While a page of it is told nobody on the machine
/// takes or lets go of a lock, and each waits for a moment in which nobody is about to: with as few calls as can be.
#[cfg(target_os = "linux")]
fn listed_locks() -> (String, bool) {
    use std::io::Read as _;
    let mut listed = Vec::new();
    let mut page = vec![0; 1 << 16];
    let Ok(mut list) = fs::File::open("/proc/locks") else { return (String::new(), true) };
    let (mut pages, mut is_read) = (0, false);
    while !is_read {
        match list.read(&mut page) {
            Ok(0) => is_read = true,
            Ok(length) => {
                listed.extend(page.iter().take(length));
                pages += 1;
            }
            Err(_) => break,
        }
    }
    (String::from_utf8_lossy(&listed).into_owned(), is_read && pages <= 1)
}

/// Names the other processes that hold a lock on one of these files, where the system tells. With each goes the first byte of
/// the lock that a writer takes on it.
#[cfg(target_os = "linux")]
pub fn holders(files: &[(PathBuf, u64)]) -> Vec<Holder> {
    use std::os::unix::fs::MetadataExt as _;
    let locked = |(file, writes): &(PathBuf, u64)| {
        let found = fs::metadata(file).ok()?;
        let device = (rustix::fs::major(found.dev()), rustix::fs::minor(found.dev()));
        // Those without a disk of their own are listed by another number, as of btrfs, or by this one.
        let device = (device.0 != 0).then_some(device);
        Some(Locked { device, inode: found.ino(), writes: *writes })
    };
    let files: Vec<Locked> = files.iter().filter_map(locked).collect();
    let mut found: std::collections::BTreeMap<u32, bool> = std::collections::BTreeMap::new();
    for _ in 0..LOOKS {
        let (locks, is_of_one_moment) = listed_locks();
        for (pid, writes) in locks.lines().filter_map(|line| holder_of(line, &files)) {
            *found.entry(pid).or_default() |= writes;
        }
        if is_of_one_moment {
            break;
        }
    }
    found.remove(&std::process::id());
    found.into_iter().map(|(pid, writes)| Holder { pid, name: name_of(pid), writes }).collect()
}

/// Asks the file itself whether another process has a lock on it, which is told of those in other containers, too. Returns
/// its number, 0 where it has none here.
///
/// # Errors
///
/// Where the file's system does not tell.
#[cfg(unix)]
pub fn locked_by(file: &fs::File) -> std::io::Result<Option<u32>> {
    use rustix::process::{Flock, FlockType, Pid, fcntl_getlk};
    let found = fcntl_getlk(file, &Flock::from(FlockType::WriteLock))?;
    let number = |found: Flock| found.pid.map(Pid::as_raw_pid).and_then(|pid| u32::try_from(pid).ok());
    Ok(found.map(|found| number(found).unwrap_or(0)))
}

/// Returns which files a process has open that had this name and were removed, by their devices and numbers, without those
/// that hold nothing; not told where there is no `/proc`.
#[cfg(unix)]
pub fn removed(pid: u32, path: &Path) -> Vec<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let Some((folder, name)) = folder.zip(path.file_name()) else { return Vec::new() };
    let mut removed = folder.join(name).into_os_string();
    removed.push(" (deleted)");
    let Ok(handles) = fs::read_dir(format!("/proc/{pid}/fd")) else { return Vec::new() };
    let handles = handles.filter_map(Result::ok).map(|one| one.path());
    let ours = handles.filter(|one| fs::read_link(one).is_ok_and(|leads| leads == *removed));
    let mut found: Vec<_> = ours
        .filter_map(|one| fs::metadata(one).ok())
        .filter(|found| found.len() > 0)
        .map(|found| (found.dev(), found.ino()))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(not(unix))]
pub fn removed(_: u32, _: &Path) -> Vec<(u64, u64)> {
    Vec::new()
}

/// Tells whether this process may see what another has open; where there is no `/proc` nobody may, and nothing is said of it.
/// Number 0 is one of another container; what has ended has nothing open.
pub fn may_look_into(pid: u32) -> bool {
    let refused = |e: std::io::Error| e.kind() == std::io::ErrorKind::PermissionDenied;
    let may = || pid != 0 && !fs::read_dir(format!("/proc/{pid}/fd")).is_err_and(refused);
    cfg!(not(target_os = "linux")) || may()
}

/// Tells whether a file has a list of who may use it beside its mode, whose group is then the most that the list lets anybody.
#[cfg(target_os = "linux")]
pub fn has_list_of_access(file: &Path) -> bool {
    let mut list = [0_u8; 256];
    match rustix::fs::getxattr(file, "system.posix_acl_access", &mut list) {
        Ok(length) => length > 0,
        // It is longer.
        Err(error) => error == rustix::io::Errno::RANGE,
    }
}

/// Elsewhere such a list shows in no mode.
#[cfg(not(target_os = "linux"))]
pub fn has_list_of_access(_: &Path) -> bool {
    false
}

/// Windows tells of no lock before it is in the way.
///
/// # Errors
///
/// Always.
#[cfg(not(unix))]
pub fn locked_by(_: &fs::File) -> std::io::Result<Option<u32>> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// Names the program that runs as a process, where the system tells.
pub fn name_of(pid: u32) -> Option<String> {
    fs::read_to_string(format!("/proc/{pid}/comm")).ok().map(|name| name.trim().to_owned())
}

/// Names the other processes that hold a lock on one of these files; not told on this system.
#[cfg(not(target_os = "linux"))]
pub fn holders(_: &[(PathBuf, u64)]) -> Vec<Holder> {
    Vec::new()
}

/// Reads a line such as `1: POSIX  ADVISORY  WRITE 1234 fd:01:5678 120 120`.
#[cfg(any(target_os = "linux", test))]
fn holder_of(line: &str, files: &[Locked]) -> Option<(u32, bool)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let place = fields.iter().position(|field| field.matches(':').count() == 2)?;
    let mut parts = fields.get(place)?.split(':');
    let mut number = || u32::from_str_radix(parts.next()?, 16).ok();
    let device = (number()?, number()?);
    let inode: u64 = parts.next()?.parse().ok()?;
    let pid = fields.get(place.checked_sub(1)?)?.parse().ok()?;
    let is_it = |file: &&Locked| file.inode == inode && file.device.is_none_or(|of| of == device);
    let file = files.iter().find(is_it)?;
    let from: Option<u64> = fields.get(place + 1).and_then(|from| from.parse().ok());
    // Who waits for a lock does not hold it.
    let waits = fields.get(1) == Some(&"->");
    Some((pid, !waits && fields.contains(&"WRITE") && from == Some(file.writes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_told_from_others() {
        let network = |magic| matches!(sharing_of(magic), Sharing::Network(_));
        for magic in [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x5346_414F, 0x00C3_6400, 0x0BD0_0BD0] {
            assert!(network(magic), "{magic:x}");
        }
        // ext4, xfs, btrfs, tmpfs, overlay, zfs.
        for magic in [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1] {
            assert_eq!(sharing_of(magic), Sharing::Local, "{magic:x}");
        }
        assert!(matches!(sharing_of(0x0102_1997), Sharing::Bridge("9p")));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_list_of_access_is_told_from_a_mode() {
        let dir = tempfile::TempDir::new().unwrap();
        let file = dir.path().join("store.db");
        fs::write(&file, "").unwrap();
        assert!(!has_list_of_access(&file));
        // The kernel's own form: owner, user 1001, group, mask and others, with what each may.
        const ALL: u32 = u32::MAX;
        let entries: [(u16, u16, u32); 5] =
            [(1, 6, ALL), (2, 6, 1001), (4, 4, ALL), (16, 6, ALL), (32, 4, ALL)];
        let mut list = 2_u32.to_le_bytes().to_vec();
        for (of, may, id) in entries {
            list.extend([&of.to_le_bytes()[..], &may.to_le_bytes(), &id.to_le_bytes()].concat());
        }
        let flags = rustix::fs::XattrFlags::empty();
        if rustix::fs::setxattr(&file, "system.posix_acl_access", &list, flags).is_err() {
            eprintln!("skipped: the file system has no such lists");
            return;
        }
        assert!(has_list_of_access(&file));
        // A file that is not there has none.
        assert!(!has_list_of_access(&dir.path().join("gone")));
    }

    #[test]
    fn holders_of_a_file_are_read_from_the_kernels_list() {
        let file = |device, inode| [Locked { device, inode, writes: 120 }];
        let line = "1: POSIX  ADVISORY  WRITE 1234 fd:01:5678 120 120";
        let disk = Some((0xfd, 1));
        assert_eq!(holder_of(line, &file(disk, 5678)), Some((1234, true)));
        assert_eq!(holder_of(line, &file(None, 5678)), Some((1234, true)));
        assert_eq!(holder_of(line, &file(disk, 5679)), None);
        // The same number on another disk.
        assert_eq!(holder_of(line, &file(Some((8, 1)), 5678)), None);
        let reads = "1: POSIX  ADVISORY  READ 1234 fd:01:5678 124 124";
        assert_eq!(holder_of(reads, &file(disk, 5678)), Some((1234, false)));
        let waits = "1: -> POSIX  ADVISORY  WRITE 77 fd:01:5678 120 120";
        assert_eq!(holder_of(waits, &file(disk, 5678)), Some((77, false)));
        assert_eq!(holder_of("", &file(disk, 5678)), None);
    }
}
