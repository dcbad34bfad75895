//! Whether any loop moved: what change notices are made of. Looks at two files, and into the store only where one of
//! them was written to.

use std::collections::BTreeMap;
use std::path::Path;

use crate::io::git::Repository;
use crate::io::store::{Stamps, Store, stamps_of};

/// How far each loop has come, as of one look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pulse {
    stamps: Option<Stamps>,
    /// The head of each stream's chain, by the stream's id.
    heads: BTreeMap<String, String>,
}

impl Pulse {
    /// Returns the head of a loop's chain, which changes with every event of it.
    pub fn head(&self, loop_id: &str) -> Option<&str> {
        self.heads.get(loop_id).map(String::as_str)
    }

    /// Returns a digest of all of them.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (id, head) in &self.heads {
            hasher.update(format!("{id} {head}\n").as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }
}

/// Looks again; nothing where nothing was written since the last look. Outside a repository, and where the store
/// cannot be read, nothing ever moves.
pub(in crate::app) fn pulse(start: &Path, last: Option<&Pulse>) -> Option<Pulse> {
    let Ok(repository) = Repository::discover(start) else {
        return last.is_none().then(Pulse::default);
    };
    // Before the store is read: what is written meanwhile is seen the next time.
    let stamps = stamps_of(repository.common_dir());
    if last.is_some_and(|last| last.stamps.as_ref() == Some(&stamps)) {
        return None;
    }
    let streams = Store::open_to_read(repository.common_dir()).and_then(|store| store.readable_streams(None));
    let heads = streams.map(|(infos, _)| infos.into_iter().map(|info| (info.id, info.head)).collect());
    Some(Pulse { stamps: Some(stamps), heads: heads.unwrap_or_default() })
}
