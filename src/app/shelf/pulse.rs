//! Whether any loop moved: what change notices are made of. Looks at two files, and into the store only where one of
//! them was written to lately.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::io::git::Repository;
use crate::io::store::{Stamps, Store, stamps_of};

/// How long the store is read again after its files were last seen to change. Their times are final as soon as a commit
/// was written, and readers are shown it only once the disk has it: on a busy disk seconds later. No writer keeps
/// another waiting for this long without its being refused.
const SETTLES: Duration = Duration::from_secs(30);

/// How far each loop has come, as of one look.
#[derive(Debug, Clone, Default)]
pub struct Pulse {
    /// How its files stood, and since when at the least.
    stamps: Option<(Stamps, Instant)>,
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
    let (stamps, now) = (stamps_of(repository.common_dir()), Instant::now());
    let same = last.and_then(|last| last.stamps.as_ref()).filter(|(before, _)| *before == stamps);
    let since = same.map_or(now, |(_, since)| *since);
    if same.is_some() && now.duration_since(since) > SETTLES {
        return None;
    }
    let streams = Store::open_to_read(repository.common_dir()).and_then(|store| store.readable_streams(None));
    let heads = match streams {
        Ok((infos, _)) => infos.into_iter().map(|info| (info.id, info.head)).collect(),
        Err(_) => last.map(|last| last.heads.clone()).unwrap_or_default(),
    };
    Some(Pulse { stamps: Some((stamps, since)), heads })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::Timestamp;
    use crate::io::store::{Batch, NewEvent};

    /// The store's files as they stand with a commit in them that readers were not shown yet, seen so long ago.
    fn before_it_was_shown(repository: &Path, heads: &Pulse, ago: Duration) -> Pulse {
        let since = Instant::now().checked_sub(ago).unwrap();
        Pulse { stamps: Some((stamps_of(&repository.join(".git")), since)), heads: heads.heads.clone() }
    }

    #[test]
    fn a_commit_that_the_disk_had_late_is_seen_though_no_file_changes_any_more() {
        let dir = tempfile::TempDir::new().unwrap();
        git2::Repository::init(dir.path()).unwrap();
        let nothing = pulse(dir.path(), None).unwrap();
        assert!(nothing.heads.is_empty());
        let mut store = Store::open(&dir.path().join(".git")).unwrap();
        let event = NewEvent { at: Timestamp(1), kind: "noted".into(), version: 1, body: "{}".into() };
        let _ = store.open_stream("k", "rl-1", "loop", &Batch::new([event])).unwrap();

        let late = before_it_was_shown(dir.path(), &nothing, Duration::from_secs(1));
        let shown = pulse(dir.path(), Some(&late)).unwrap();
        assert!(shown.head("rl-1").is_some());
        assert_eq!(shown.stamps, late.stamps, "since when, too: it settles");
        let settled = before_it_was_shown(dir.path(), &shown, SETTLES + Duration::from_secs(1));
        assert!(pulse(dir.path(), Some(&settled)).is_none(), "then two files are looked at and no store");
    }
}
