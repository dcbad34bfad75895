//! Whether any loop moved: what change notices are made of. Looks at two files, and into the store only where one of
//! them was written to lately.

use std::collections::BTreeMap;
use std::path::Path;

use crate::io::git::Repository;
use crate::io::store::{Sighting, Store};

/// How far each loop has come, as of one look.
#[derive(Debug, Clone, Default)]
pub struct Pulse {
    seen: Option<Sighting>,
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

/// Looks again; nothing where nothing was written for a while and the last look saw that. Outside a repository, and
/// where the store cannot be read, nothing ever moves.
pub(in crate::app) fn pulse(start: &Path, last: Option<&Pulse>) -> Option<Pulse> {
    let Ok(repository) = Repository::discover(start) else {
        return last.is_none().then(Pulse::default);
    };
    // Before the store is read: what is written meanwhile is seen the next time.
    let seen = Sighting::again(last.and_then(|last| last.seen.as_ref()), repository.common_dir())?;
    let streams = Store::open_to_read(repository.common_dir()).and_then(|store| store.readable_streams(None));
    let heads = match streams {
        Ok((infos, _)) => infos.into_iter().map(|info| (info.id, info.head)).collect(),
        Err(_) => last.map(|last| last.heads.clone()).unwrap_or_default(),
    };
    Some(Pulse { seen: Some(seen), heads })
}
