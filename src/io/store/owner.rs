//! Whose the files of a store are. Members of a group share it, and what one of them does keeps no other from writing.

use std::fs;
use std::io;
use std::path::Path;

use super::StoreError;
use super::opening::beside;
use crate::io::machine;

/// The user who may write to any file.
#[cfg(unix)]
const ROOT: u32 = 0;

/// What SQLite lays beside a store's file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Tells whether whoever opens the store would lay files beside it that others who may write to it could not.
///
/// Also one who only reads has SQLite make the log and its index where they are not there, of his own and with the mode of the
/// file. Who may not write to the file never removes them, and who is killed leaves them: its owner could not write any more.
pub(super) fn would_be_kept_out(file: &Path) -> bool {
    let has_both = BESIDE.iter().all(|suffix| beside(file, suffix).exists());
    !has_both && (machine::may_write(file) == Some(false) || of_another(file).is_some())
}

/// Names the owner of a store who could not write to what this user makes beside it, though this user may write to the file:
/// by a group that is not his first, where its folder hands on none and he may not give it away, as in a container of his own.
///
/// Ids that a container does not know all look the same; they are taken for one.
#[cfg(unix)]
pub(super) fn of_another(file: &Path) -> Option<u32> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let found = fs::metadata(file).ok()?;
    // Whom an entry of its own lets write is not told by the mode.
    let is_by_group_alone = found.mode() & 0o022 == 0o020 && !machine::has_list_of_access(file);
    let user = rustix::process::geteuid();
    // Root writes to whatever lies there.
    if found.uid() == user.as_raw() || found.uid() == ROOT || !is_by_group_alone {
        return None;
    }
    // Without a name: whoever is killed here leaves nothing. Where none can be made, SQLite makes none either.
    let probe = tempfile::tempfile_in(file.parent()?).ok()?;
    let _ = hand_over(&probe.metadata().ok()?, &found, |user, group| fchown(&probe, user, group));
    let made = probe.metadata().ok()?;
    (made.uid() != found.uid() && made.gid() != found.gid()).then_some(found.uid())
}

/// Files have no owner that another would not have.
#[cfg(not(unix))]
pub(super) fn of_another(_: &Path) -> Option<u32> {
    None
}

/// Gives the log and its index that this user laid beside a store the group of the file, as SQLite does for root alone:
/// whoever shares the store by that group writes to them, too. They have the mode of the file already.
///
/// Never opens them, which would drop the locks on them, and follows no link that is put in their place meanwhile.
#[cfg(unix)]
pub(super) fn share(file: &Path) {
    let user = rustix::process::geteuid();
    if !user.is_root() {
        share_of(user.as_raw(), file);
    }
}

#[cfg(unix)]
fn share_of(user: u32, file: &Path) {
    use std::os::unix::fs::{MetadataExt as _, lchown};
    let Ok(found) = fs::metadata(file) else { return };
    for path in BESIDE.map(|suffix| beside(file, suffix)) {
        let Ok(own) = fs::symlink_metadata(&path) else { continue };
        let is_own = own.is_file() && own.nlink() == 1 && own.uid() == user;
        if is_own && own.gid() != found.gid() {
            // Where it may not be given, nobody was promised that it is shared: see `would_be_kept_out`.
            let _ = lchown(&path, None, Some(found.gid()));
        }
    }
}

/// Files have no group here.
#[cfg(not(unix))]
pub(super) fn share(_: &Path) {}

/// Gives a copy the owner and the mode of the file whose name it takes, as far as this user may.
///
/// Where a group shares a store, it is another member's: the group and the mode are what lets all of them write.
pub(super) fn give(copy: &Path, file: &Path) -> io::Result<()> {
    let found = fs::metadata(file)?;
    #[cfg(unix)]
    {
        let own = fs::metadata(copy)?;
        // What may not be given is kept: the mode is set all the same.
        let _ = hand_over(&own, &found, |user, group| std::os::unix::fs::chown(copy, user, group));
    }
    fs::set_permissions(copy, found.permissions())
}

/// Gives one file the owner of another, or else at least its group.
#[cfg(unix)]
fn hand_over(
    own: &fs::Metadata,
    found: &fs::Metadata,
    chown: impl Fn(Option<u32>, Option<u32>) -> io::Result<()>,
) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    if (own.uid(), own.gid()) == (found.uid(), found.gid()) {
        return Ok(());
    }
    // How it is refused differs: in a container that does not know the owner it is no permission that lacks.
    chown(Some(found.uid()), Some(found.gid())).or_else(|_| chown(None, Some(found.gid())))
}

/// Has a copy take after the file whose name it is to take, and refuses where the owner of that could not write any more, or
/// where the system would not let the names be exchanged. Nothing was exchanged by then.
#[cfg(unix)]
pub(super) fn take_after(copy: &Path, file: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt as _;
    let io = |e| StoreError::io(file, e);
    let of = Owned::of;
    // Who makes a file is its owner until he gives it away.
    let this = fs::metadata(copy).map_err(io)?.uid();
    let before = of(&fs::metadata(file).map_err(io)?);
    give(copy, file).map_err(io)?;
    let refused = |why| Err(StoreError::OfAnother { path: file.to_owned(), owner: before.user, why });
    if !before.goes_on_by(of(&fs::metadata(copy).map_err(io)?)) {
        return refused(
            "this user may not give him the file that would take its place, and he could not write any more",
        );
    }
    let folder = of(&fs::metadata(file.parent().unwrap_or(file)).map_err(io)?);
    for path in ["", "-wal", "-shm"].map(|suffix| beside(file, suffix)) {
        let Ok(found) = fs::metadata(&path) else { continue };
        // Whoever may set its mode may also exchange it: the mode that it has.
        if !of(&found).is_let_go(folder, this) && fs::set_permissions(&path, found.permissions()).is_err() {
            return refused("the sticky bit of its folder lets nobody but him exchange it");
        }
    }
    Ok(())
}

/// Files have no owner that a copy would not have.
#[cfg(not(unix))]
pub(super) fn take_after(copy: &Path, file: &Path) -> Result<(), StoreError> {
    give(copy, file).map_err(|e| StoreError::io(file, e))
}

/// Who may write to a file.
#[cfg(unix)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Owned {
    user: u32,
    group: u32,
    mode: u32,
}

#[cfg(unix)]
impl Owned {
    fn of(found: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self { user: found.uid(), group: found.gid(), mode: found.mode() }
    }

    /// Tells whether the owner of this file may write to the one that takes its place.
    fn goes_on_by(self, copy: Self) -> bool {
        let by_group = copy.group == self.group && copy.mode & 0o020 != 0;
        copy.user == self.user || self.user == ROOT || by_group || copy.mode & 0o002 != 0
    }

    /// Tells whether by the rules of its folder, and no right of his own, a user may have another file take its name.
    fn is_let_go(self, folder: Self, by: u32) -> bool {
        const STICKY: u32 = 0o1000;
        folder.mode & STICKY == 0 || folder.user == by || self.user == by
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn owned(user: u32, group: u32, mode: u32) -> Owned {
        Owned { user, group, mode }
    }

    #[test]
    fn the_owner_of_a_store_goes_on_where_the_copy_is_his_or_his_groups() {
        let of_ann = owned(1000, 3000, 0o644);
        assert!(of_ann.goes_on_by(owned(1000, 3000, 0o644)), "it was given to her");
        assert!(!of_ann.goes_on_by(owned(1001, 3000, 0o644)), "her group may only read it");
        let of_group = owned(1000, 3000, 0o664);
        assert!(of_group.goes_on_by(owned(1001, 3000, 0o664)));
        assert!(!of_group.goes_on_by(owned(1001, 1001, 0o664)), "it is of another group");
        assert!(owned(1000, 3000, 0o666).goes_on_by(owned(1001, 1001, 0o666)));
        assert!(owned(0, 0, 0o644).goes_on_by(owned(1001, 1001, 0o644)), "root may write anywhere");
    }

    #[test]
    fn a_sticky_folder_lets_go_of_a_file_by_its_owner_or_the_folders() {
        let (open, sticky) = (owned(1000, 3000, 0o2775), owned(1000, 3000, 0o3775));
        let of_ann = owned(1002, 3000, 0o664);
        assert!(of_ann.is_let_go(open, 1001));
        assert!(!of_ann.is_let_go(sticky, 1001));
        assert!(of_ann.is_let_go(sticky, 1000) && of_ann.is_let_go(sticky, 1002));
    }

    #[test]
    fn who_shares_a_store_follows_no_link_and_leaves_what_is_not_his_alone() {
        use std::os::unix::fs::{MetadataExt as _, chown};
        let dir = tempfile::TempDir::new().unwrap();
        let (file, own) = (dir.path().join("store.db"), dir.path().join("private"));
        for path in [&file, &own] {
            fs::write(path, "x").unwrap();
        }
        if chown(&file, None, Some(3000)).is_err() {
            eprintln!("skipped: files cannot be given to others here");
            return;
        }
        let before = fs::metadata(&own).unwrap();
        std::os::unix::fs::symlink(&own, beside(&file, "-wal")).unwrap();
        fs::hard_link(&own, beside(&file, "-shm")).unwrap();
        let share = || share_of(before.uid(), &file);
        share();
        let after = fs::metadata(&own).unwrap();
        assert_eq!((before.gid(), before.mode()), (after.gid(), after.mode()));
        fs::remove_file(beside(&file, "-shm")).unwrap();
        fs::write(beside(&file, "-shm"), "x").unwrap();
        share();
        assert_eq!(fs::metadata(beside(&file, "-shm")).unwrap().gid(), 3000);
    }

    #[test]
    fn who_may_write_to_a_store_keeps_nobody_out_by_its_log() {
        let dir = tempfile::TempDir::new().unwrap();
        let file = dir.path().join("store.db");
        assert!(!would_be_kept_out(&file), "there is none yet");
        fs::write(&file, "x").unwrap();
        assert!(!would_be_kept_out(&file));
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
        // Root may write to it all the same.
        let is_kept = machine::may_write(&file) == Some(false);
        assert_eq!(would_be_kept_out(&file), is_kept);
        for suffix in ["-wal", "-shm"] {
            fs::write(beside(&file, suffix), "").unwrap();
        }
        assert!(!would_be_kept_out(&file), "nothing has to be made");
    }

    #[test]
    fn a_copy_takes_after_a_file_of_ones_own() {
        let dir = tempfile::TempDir::new().unwrap();
        let (file, copy) = (dir.path().join("store.db"), dir.path().join("copy"));
        fs::write(&file, "x").unwrap();
        fs::write(&copy, "y").unwrap();
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o664)).unwrap();
        take_after(&copy, &file).unwrap();
        assert_eq!(std::os::unix::fs::MetadataExt::mode(&fs::metadata(&copy).unwrap()) & 0o777, 0o664);
    }
}
