//! Whose the files of a store are. Members of a group share it, and what one of them does keeps no other from writing.

use std::path::Path;

use super::opening::beside;
use crate::io::machine;

/// Tells whether whoever opens the store would lay files beside it that others who may write to it could not.
///
/// Also one who only reads has SQLite make the log and its index where they are not there, of his own and with the mode of the
/// file. Who may not write to the file never removes them: its owner could not write any more.
pub(super) fn would_be_kept_out(file: &Path) -> bool {
    let has_both = || ["-wal", "-shm"].iter().all(|suffix| beside(file, suffix).exists());
    machine::may_write(file) == Some(false) && !has_both()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

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
}
