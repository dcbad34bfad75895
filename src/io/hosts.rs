//! Where `init` writes beside the repository's own files: what it keeps for itself, and goose's configuration, which is
//! the user's and lies in no repository.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns our folder in git's common directory, made where it is not there. It is the store's as well.
pub fn own_folder(common_dir: &Path) -> io::Result<PathBuf> {
    let folder = super::store::folder(common_dir);
    if fs::symlink_metadata(&folder).is_ok_and(|meta| meta.is_symlink()) {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, format!("{} is a link", folder.display())));
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Returns the folder in which goose keeps the user's configuration; nothing where there is no home.
///
/// A relative `XDG_CONFIG_HOME` counts for nothing, or the repository could name the folder.
pub fn goose() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || std::env::home_dir().filter(|p| p.is_absolute()).map(|home| home.join(".config"));
    Some(named.or_else(home)?.join("goose"))
}

/// Makes a folder of the user's with those above it.
pub fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Removes a folder that [`make`] made, if nothing is in it; tells whether it is gone.
pub fn unmake(folder: &Path) -> bool {
    fs::remove_dir(folder).is_ok() || !folder.exists()
}
